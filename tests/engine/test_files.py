"""Files are written whole, where a link leads, with the mode they had, and not over somebody else's work."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import files
from engine.bad_input import BadInput
from engine.files import FileChanged, replacing, version_of, write_atomically, write_unless_changed


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "cloud").mkdir()
    real, middle, link = tmp_path / "cloud" / "game", tmp_path / "middle", tmp_path / "game"
    real.write_bytes(b"old")
    middle.symlink_to(real)
    link.symlink_to("middle")
    write_atomically(link, b"new")
    assert link.is_symlink() and middle.is_symlink()
    assert real.read_bytes() == b"new"
    assert [path.name for path in real.parent.iterdir()] == ["game"]


def test_a_link_to_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    link = tmp_path / "game"
    link.symlink_to(tmp_path / "real")
    write_atomically(link, b"new")
    assert link.is_symlink() and (tmp_path / "real").read_bytes() == b"new"


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "game"
    link.symlink_to(link)
    with pytest.raises(BadInput, match="leads back to itself"):
        write_atomically(link, b"new")
    assert link.is_symlink()


@pytest.mark.parametrize("mode", [0o664, 0o600, 0o640, 0o755])
def test_a_file_keeps_its_mode(tmp_path: Path, usual_umask: None, mode: int) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomically(path, b"new")
    assert mode_of(path) == mode
    write_unless_changed(path, b"newer", version_of(path))
    assert mode_of(path) == mode
    with replacing(path) as part:
        part.write_bytes(b"newest")
    assert mode_of(path) == mode and path.read_bytes() == b"newest"


@pytest.mark.parametrize("umask", [0o022, 0o002, 0o077])
def test_a_new_file_gets_what_the_umask_leaves(tmp_path: Path, usual_umask: None, umask: int) -> None:
    os.umask(umask)
    write_atomically(tmp_path / "game", b"new")
    assert mode_of(tmp_path / "game") == 0o666 & ~umask


def test_a_private_file_is_private_while_it_is_written(tmp_path: Path, usual_umask: None) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with replacing(path) as part:
        assert mode_of(part) == 0o600


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_a_file_keeps_its_owner_and_group(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")
    os.chown(path, 1234, 2345)
    path.chmod(0o664)
    write_atomically(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid, mode_of(path)) == (1234, 2345, 0o664)


@pytest.mark.parametrize("what", ["folder", "device"])
def test_only_files_are_replaced(tmp_path: Path, what: str) -> None:
    path = tmp_path if what == "folder" else Path("/dev/null")
    with pytest.raises(BadInput, match="folder or a device"):
        write_atomically(path, b"new")
    assert Path("/dev/null").is_char_device()


def test_a_missing_folder_is_made_or_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written: No such file or directory"):
        write_atomically(tmp_path / "saves" / "game", b"new", create_folder=False)
    write_atomically(tmp_path / "saves" / "game", b"new")
    assert (tmp_path / "saves" / "game").read_bytes() == b"new"


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("ü" * 127)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_what_is_no_name_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="not the name of a file"):
        write_atomically(Path("a\0b"), b"new")


def test_a_file_that_somebody_else_has_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game"
    mine = write_atomically(path, b"mine")
    assert mine == version_of(path)
    mine = write_unless_changed(path, b"mine again", mine)
    write_atomically(path, b"theirs")
    with pytest.raises(FileChanged, match="changed by another window"):
        write_unless_changed(path, b"mine at last", mine)
    assert path.read_bytes() == b"theirs"
    assert [found.name for found in tmp_path.iterdir()] == ["game"]


def test_a_file_that_has_come_or_gone_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    version = write_unless_changed(path, b"mine", None)
    with pytest.raises(FileChanged):
        write_unless_changed(path, b"mine", None)
    path.unlink()
    with pytest.raises(FileChanged):
        write_unless_changed(path, b"mine", version)
    assert not path.exists()


def test_of_two_writers_at_once_none_loses_what_it_wrote(tmp_path: Path) -> None:
    """Each adds to a number as often as it can: the sum is right if no write went over another."""
    path, done = tmp_path / "number", []
    write_atomically(path, b"0")

    def add() -> None:
        for _ in range(60):
            while True:
                known = version_of(path)
                try:
                    write_unless_changed(path, str(int(path.read_text()) + 1).encode(), known)
                    break
                except FileChanged:
                    continue
        done.append(1)

    writers = [threading.Thread(target=add) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert (path.read_text(), len(done)) == ("120", 2)


@pytest.mark.parametrize("step", ["fsync", "open"])
def test_a_failing_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")
    version = version_of(path)

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, step, fail)
    with pytest.raises(BadInput, match="No space left on device; nothing was changed"):
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old" and version_of(path) == version
    assert [found.name for found in tmp_path.iterdir()] == ["game"]


def test_the_disk_is_full(small_disk: Path) -> None:
    path = small_disk / "game"
    write_atomically(path, b"old")
    with pytest.raises(BadInput, match="No space left on device"):
        write_atomically(path, b"x" * 4 * 2**20)
    assert path.read_bytes() == b"old"
    assert [found.name for found in small_disk.iterdir()] == ["game"]
    write_atomically(path, b"there is room for this")
