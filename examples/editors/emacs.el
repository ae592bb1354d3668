;;; emacs.el --- The language server of arges, by Eglot  -*- lexical-binding: t; -*-

;;; Commentary:
;; For Emacs 29 or newer.  Open a model and say M-x eglot, or leave the hooks at the end in.

;;; Code:
(require 'eglot)
(require 'generic-x)

(defvar arges-program "arges" "The program, or its path.")

(define-generic-mode arges-cfa-mode '("//" ("/*" . "*/"))
  '("main" "process" "var" "init" "final" "error" "loc" "assume" "havoc" "if" "then" "else")
  '(("\\<\\(bool\\|int\\|rat\\|bv\\|fp\\|true\\|false\\)\\>" . font-lock-type-face))
  '("\\.cfa\\'" "\\.theta\\'") nil "Control flow automata.")

(define-generic-mode arges-xsts-mode '("//" ("/*" . "*/"))
  '("type" "ctrl" "var" "local" "trans" "init" "env" "prop" "assume" "havoc" "choice" "or" "if" "else")
  '(("\\<\\(boolean\\|integer\\|true\\|false\\)\\>" . font-lock-type-face))
  '("\\.xsts\\'") nil "Symbolic transition systems.")

(define-generic-mode arges-sm-mode '("//" ("/*" . "*/"))
  '("const" "enum" "signal" "external" "class" "object" "queue" "initial" "final" "noflush" "state" "choice" "defer"
    "on" "entry" "exit" "send" "to" "assert" "else" "check" "invariant" "reachable" "ltl" "in")
  '(("\\<\\(int\\|bool\\|true\\|false\\|null\\|self\\)\\>" . font-lock-type-face))
  '("\\.sm\\'") nil "Communicating state machines.")

(define-derived-mode arges-scxml-mode nxml-mode "SCXML" "Statecharts in SCXML.")
(add-to-list 'auto-mode-alist '("\\.scxml\\'" . arges-scxml-mode))

(add-to-list 'eglot-server-programs
             `(((arges-cfa-mode :language-id "cfa") (arges-xsts-mode :language-id "xsts")
                (arges-sm-mode :language-id "sm") (arges-scxml-mode :language-id "scxml"))
               . (,arges-program "lsp" :initializationOptions (:checkOnSave t :checkTimeout 10))))

(dolist (hook '(arges-cfa-mode-hook arges-xsts-mode-hook arges-sm-mode-hook arges-scxml-mode-hook))
  (add-hook hook #'eglot-ensure))

(provide 'arges-editor)
;;; emacs.el ends here
