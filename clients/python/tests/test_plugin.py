"""The fixtures, as a project that uses them meets them."""

from __future__ import annotations

import pytest
from conftest import APPS

INI = f"[pytest]\nroost_apps = {APPS}\n"


def test_the_fixtures(pytester: pytest.Pytester) -> None:
    pytester.makeini(INI)
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.app("com.example.notes", background=True)
        def test_good(device, launched_app):
            assert launched_app.pid and device.app("com.example.notes").pid == launched_app.pid
        """
    )
    pytester.runpytest_subprocess("--strict-markers").assert_outcomes(passed=1)


def test_a_failure_shows_the_device(pytester: pytest.Pytester) -> None:
    pytester.makeini(INI)
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.app("com.example.pynote")
        def test_bad(launched_app):
            assert launched_app.pid is None

        def test_unmarked(launched_app):
            pass
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["*device: events*", "com.example.pynote: didFinishLaunching", "*output of com.example.pynote*"]
    )
    result.stdout.fnmatch_lines(["*launched_app needs a mark on the test, such as @pytest.mark.app(*"])
