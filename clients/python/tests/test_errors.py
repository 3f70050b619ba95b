"""Messages of errors, and daemons that answer badly."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from roost_device import Button, Device, NoAnswer, NotStarted, Refused, State, TimedOut, WaitedInVain
from roost_device.varlink import Client, Connection


def test_refusals_say_why(device: Device) -> None:
    with pytest.raises(Refused, match="no app com.example.nobody is installed") as error:
        device.app("com.example.nobody").launch()
    assert error.value.name == "org.roost.Apps.UnknownApp"
    with pytest.raises(Refused, match="is not running"):
        device.app("com.example.notes").activate()
    with pytest.raises(Refused, match="payload"):
        device.app("com.example.mail").push({})
    with pytest.raises(ValueError, match="urgently"):
        device.simulate_memory_pressure("urgently")
    with pytest.raises(Refused, match="InvalidParameter|kind"):
        device.notify("weather")


def test_a_wait_says_what_happened_instead(device: Device) -> None:
    notes = device.app("com.example.notes").launch()
    with pytest.raises(WaitedInVain) as error:
        notes.wait_for(State.SUSPENDED, timeout=0.1)
    assert "com.example.notes to be suspended; it was active" in str(error.value)
    with pytest.raises(WaitedInVain, match=r"didEnterBackground of com.example.notes(.*\n)+.*didBecomeActive"):
        notes.wait_for_callback("didEnterBackground", timeout=0.1)
    notes.terminate()
    with pytest.raises(WaitedInVain, match="now com.example.notes is notRunning: "):
        notes.wait_for(State.ACTIVE, timeout=0.1)


def test_a_change_that_takes_too_long_goes_on(roost_apps: list[Path]) -> None:
    with Device(roost_apps, configuration="[deadlines]\nleave = \"1s\"\n") as device:
        faulty = device.app("com.example.faulty").launch(arguments=["hang=didEnterBackground"])
        with pytest.raises(TimedOut):
            device.press(Button.HOME, timeout=0.1)
        assert faulty.wait_for_exit().code == "0x8badf00d"


def test_no_daemon(tmp_path: Path) -> None:
    with pytest.raises(NoAnswer, match="no daemon answers at .*/nobody: "):
        Device.connect(tmp_path / "nobody")
    with pytest.raises(NotStarted, match="there is no such program in PATH"):
        Device(roostd="roostd-of-nobody")
    with pytest.raises(NotStarted, match="neither a bundle nor a folder of bundles"):
        Device(apps=[tmp_path])


def test_a_daemon_that_refuses_its_configuration(roost_apps: list[Path]) -> None:
    with pytest.raises(NotStarted, match="nonsense"):
        Device(roost_apps, configuration="[nonsense]\nkey = 1\n")


class BadDaemon:
    """Answers each call with the next of these texts, and then closes the connection."""

    def __init__(self, path: Path, *answers: bytes) -> None:
        self.path = str(path / "socket")
        self.answers = list(answers)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(self.path)
        self.socket.listen()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        while self.answers:
            client, _ = self.socket.accept()
            with client:
                while self.answers and client.recv(1 << 16):
                    for byte in self.answers.pop(0):
                        client.send(bytes([byte]))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"not json\0", "is no JSON object: b'not json'"),
        (b"[1]\0", "is no JSON object"),
        (b"[" * 100_000 + b"\0", "is no JSON object"),
        (b"\xff\xfe\0", "is no JSON object"),
        (b'{"parameters": {}}', "closed the connection before it answered"),
        (b"", "closed the connection before it answered"),
    ],
    ids=["no JSON", "no object", "too deep", "no UTF-8", "cut off", "nothing"],
)
def test_bad_answers(tmp_path: Path, answer: bytes, said: str) -> None:
    client = Client(BadDaemon(tmp_path, answer).path, 5)
    with pytest.raises(NoAnswer, match=said):
        client.call("org.roost.Apps.List")


def test_an_answer_in_parts_and_one_of_a_shape_that_nobody_expects(tmp_path: Path) -> None:
    daemon = BadDaemon(tmp_path, b'{"parameters": {"new": 1}}\0', b'{"parameters": [1]}\0', b'{"error": "a.B"}\0')
    client = Client(daemon.path, 5)
    assert client.call("a.A") == {"new": 1}
    assert client.call("a.A") == {}
    with pytest.raises(Refused, match="a.A: a.B"):
        client.call("a.A")


def test_the_words_of_an_error_steer_no_terminal(tmp_path: Path) -> None:
    words = "a\x1b]0;b\x07\nc\u202e\x9bd \u00e9"
    answer = json.dumps({"error": "a.B", "parameters": {"message": words}}).encode() + b"\0"
    client = Client(BadDaemon(tmp_path, answer).path, 5)
    with pytest.raises(Refused) as error:
        client.call("a.A")
    assert str(error.value) == r"a.A: a\u{1B}]0;b\u{7}\u{A}c\u{202E}\u{9B}d " + "\u00e9"
    assert error.value.parameters["message"] == words
    # Other errors have lines.
    assert str(WaitedInVain("in vain:\n\x1b[2Jb")) == "in vain:\n" + r"\u{1B}[2Jb"


def test_no_answer_in_time_is_the_end_of_the_connection(tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    connection = Connection(path, 1)
    with pytest.raises(NoAnswer, match="did not answer in time"):
        connection.call("a.A", {}, timeout=0.05)
    with pytest.raises(NoAnswer, match="broke"):
        connection.call("a.A", {})
    listener.close()


def test_a_stream(tmp_path: Path) -> None:
    daemon = BadDaemon(tmp_path, b'{"parameters": {"n": 1}, "continues": true}\0{"parameters": {"n": 2}}\0')
    stream: Iterator[dict[str, object]] = Connection(daemon.path, 5).stream("a.A", {})
    assert [reply["n"] for reply in stream] == [1, 2]
