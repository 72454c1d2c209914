import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * A process of this machine. Its start time distinguishes it from a later one with the same id.
 * @typedef {{ pid: number, parentPid: number, startedAt: string, command: string }} ListedProcess
 */

/**
 * Lists the running processes by id. For a frequent listing, hand in the last one: the processes in it are not read again,
 * so that one that has become a zombie stays listed until its parent collects it.
 * @param {Map<number, ListedProcess>} [known]
 * @returns {Map<number, ListedProcess>}
 */
export function listProcesses(known = new Map()) {
  const processes = process.platform === 'linux' ? readProc(known) : runPs();
  return new Map(processes.map((each) => [each.pid, each]));
}

/**
 * Reads `/proc`, because small containers have no `ps`.
 * @param {Map<number, ListedProcess>} known
 */
function readProc(known) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => known.get(Number(pid)) ?? parseStat(readStat(pid)));
}

/** @param {string} pid */
function readStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ''; // It has ended meanwhile.
  }
}

/**
 * Parses `pid (command) state parent …`; the 22nd field is the start time. The command may contain blanks and brackets.
 * @param {string} stat
 */
function parseStat(stat) {
  const [, pid, command, state, parentPid, startedAt] =
    /^(\d+) \((.*)\) (\S) (\d+)(?: \S+){17} (\d+)/s.exec(stat) ?? [];
  // A zombie has ended; its parent has not collected it yet.
  if (!pid || !startedAt || state === 'Z') return [];
  return [{ pid: Number(pid), parentPid: Number(parentPid), startedAt, command: command ?? '' }];
}

function runPs() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state=,lstart=,comm='], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return lines.split('\n').flatMap(parseLine);
}

/**
 * Parses `pid parent state Tue Nov 24 03:03:52 2026 command`.
 * @param {string} line
 */
function parseLine(line) {
  const [, pid, parentPid, state, startedAt, command] =
    /^ *(\d+) +(\d+) +(\S+) +(\S+ +\S+ +\S+ +\S+ +\S+) +(.*)$/.exec(line) ?? [];
  if (!pid || !startedAt || state?.startsWith('Z')) return [];
  return [{ pid: Number(pid), parentPid: Number(parentPid), startedAt, command: command ?? '' }];
}
