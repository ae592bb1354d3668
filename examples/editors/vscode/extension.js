"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Starts the server; it is restarted when a setting changes that it was started with. */
async function start() {
  const settings = workspace.getConfiguration("arges");
  const run = { command: settings.get("program"), args: ["lsp"] };
  client = new LanguageClient("arges", "arges", { run, debug: run }, {
    documentSelector: ["cfa", "xsts", "sm", "scxml", "gamma"].map((language) => ({ language })),
    initializationOptions: {
      checkOnSave: settings.get("checkOnSave"),
      checkTimeout: settings.get("checkTimeout"),
    },
  });
  await client.start();
}

exports.activate = async (context) => {
  context.subscriptions.push(workspace.onDidChangeConfiguration(async (event) => {
    if (!event.affectsConfiguration("arges")) return;
    await client?.stop();
    await start();
  }));
  await start();
};

exports.deactivate = () => client?.stop();
