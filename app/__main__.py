"""The command line: open the window, or run a headless subcommand."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from app.command_line.output import BAD_INPUT, BUG, INTERRUPTED, OK, complain
from app.command_line.parser import build_parser
from engine.bad_input import BadInput
from engine.referee.refusal import RulesBug


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    words = sys.argv[1:] if argv is None else argv
    try:
        args = build_parser(words).parse_args(words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else OK
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except BadInput as problem:
        complain(problem)
        return BAD_INPUT
    except RulesBug as bug:
        complain(f"error in the rules: {bug}")
        return BUG
    except BrokenPipeError:
        # The reader of our output has closed it, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
