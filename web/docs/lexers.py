"""Highlighting of the languages that only this program has; Pygments knows the others."""
from pygments.lexer import RegexLexer, words
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text
from pygments.util import ClassNotFound

KEYWORDS = {
    "cfa": "main process var init loc final error assume havoc and or not xor imply iff if then else forall exists true false "
           "mod rem div default",
    "xsts": "type var ctrl local trans init env prop choice or if else for from to do havoc assume true false iff xor then rem",
    "sm": "signal external class object initial state final choice entry exit on defer send to assert queue self null else const "
          "enum in noflush check invariant reachable ltl true false",
    "gcd": "package import interface port out in event statechart region state initial transition from to when entry exit raise "
           "timeout var const component sync cascade async channel bind provides requires enum true false do guard choice",
}
TYPES = "bool int rat bv fp boolean integer decimal void string"


def make_lexer(language):
    """A lexer of a language of this program."""
    tokens = {"root": [
        (r"\s+", Text),
        (r"//[^\n]*|/\*(.|\n)*?\*/", Comment),
        (r'"[^"\n]*"', String),
        (words(KEYWORDS[language].split(), prefix=r"\b", suffix=r"\b"), Keyword),
        (words(TYPES.split(), prefix=r"\b", suffix=r"\b"), Keyword.Type),
        (r"\b\d[\w'.%]*", Number),
        (r"[A-Za-z_]\w*", Name),
        (r"[-+*/=<>!&|?:~^]+", Operator),
        (r".", Punctuation),
    ]}
    return type(f"{language.title()}Lexer", (RegexLexer,), {"name": language, "tokens": tokens})()


ENDINGS = {".c": "c", ".i": "c", ".h": "c", ".cpp": "cpp", ".java": "java", ".cfa": "cfa", ".theta": "cfa", ".xsts": "xsts",
           ".sm": "sm", ".gcd": "gcd", ".gpd": "gcd", ".scxml": "xml", ".uml": "xml", ".xmi": "xml", ".svg": "xml",
           ".json": "json", ".yml": "yaml", ".toml": "toml", ".py": "python", ".dot": "dot", ".js": "javascript"}


def lexer_for(language):
    """The lexer of a language by its name, plain text if there is none."""
    if language in KEYWORDS:
        return make_lexer(language)
    try:
        return get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        return get_lexer_by_name("text", stripnl=False)
