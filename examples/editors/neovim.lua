-- The language server of arges for Neovim 0.8 or newer.
local program = "arges" -- or its path

vim.filetype.add({
  extension = { cfa = "cfa", theta = "cfa", xsts = "xsts", sm = "sm", scxml = "scxml", gcd = "gamma" },
})

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "cfa", "xsts", "sm", "scxml", "gamma" },
  callback = function(event)
    local file = vim.api.nvim_buf_get_name(event.buf)
    vim.lsp.start({
      name = "arges",
      cmd = { program, "lsp" },
      root_dir = vim.fs.dirname(file),
      init_options = { checkOnSave = true, checkTimeout = 10 },
    })
    if event.match == "scxml" then vim.bo[event.buf].syntax = "xml" end
  end,
})

-- Titles of verdicts stand at the properties; gd, K, grr and grn work as with any other server.
vim.api.nvim_create_autocmd({ "BufEnter", "BufWritePost", "InsertLeave" }, {
  pattern = { "*.cfa", "*.theta", "*.xsts", "*.sm", "*.scxml" },
  callback = function() pcall(vim.lsp.codelens.refresh) end,
})
