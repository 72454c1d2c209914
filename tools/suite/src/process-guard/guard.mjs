// Runs beside a process, its owner, and ends the owner's descendants when the owner has ended. States:
//
// Watching: it records all descendants of the owner, twice a second and when the owner asks, and answers the owner. It
// records them early, because a process whose parent has ended can't be found through that parent any more.
// Ending: starts when the pipe from the owner closes, which happens even if the owner is killed, or when the owner's caller has
// ended. It sends SIGTERM, and SIGKILL to the rest after three seconds, removes the folders that the owner named, and exits.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { listProcesses } from './list-processes.mjs';

/** @typedef {import('./list-processes.mjs').ListedProcess} ListedProcess */

/**
 * A request of the owner: record its processes now, and remove a folder at the end.
 * @typedef {{ folder?: string }} Question
 */

/** Guards recognize each other by this name. A guard does not end another one, which still has to remove its folders. */
process.title = 'escrow-guard';

const watchIntervalInMs = 500;
const endIntervalInMs = 50;
const gracePeriodInMs = 3_000;
/** A process that survives SIGKILL for longer is stuck in the kernel. */
const killLimitInMs = 1_000;

const [ownerArgument, withCaller] = process.argv.slice(2);
const ownerPid = Number(ownerArgument);
/** Package managers set their process titles: `npm exec pnpm@1`, `npm run shop`, `pnpm`. */
const managers = /^(npm|npx|pnpm)( |$)/;
const shells = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh'];

/** @type {Map<number, ListedProcess>} */
const noted = new Map();
/** @type {Set<string>} */
const folders = new Set();
let isEnding = false;

// Neither signals nor a closed output end the guard early.
process.stdout.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

let listed = listProcesses();
const owner = listed.get(ownerPid);
const callers = owner && withCaller ? findCallers(listed, owner) : [];
note(listed);
createInterface(process.stdin)
  .on('line', (line) => {
    /** @type {Question} */
    const { folder } = JSON.parse(line);
    if (folder) folders.add(folder);
    watch();
    process.stdout.write('noted\n');
  })
  .on('close', end);
setInterval(watch, watchIntervalInMs);

function watch() {
  if (isEnding) return;
  // Callers are read again, because the last list would keep one that has become a zombie.
  for (const { pid } of callers) listed.delete(pid);
  listed = listProcesses(listed);
  for (const each of noted.values()) if (!isRunning(listed, each)) noted.delete(each.pid);
  note(listed);
  if (callers.every((caller) => isRunning(listed, caller))) return;
  if (owner) noted.set(owner.pid, owner);
  end();
}

/**
 * Finds the parent of the owner, and the grandparent if the parent is a shell, because package managers start scripts through a
 * shell. Also finds the package managers that started this one in the same way, such as the npx in `npx pnpm sandbox`.
 * @param {Map<number, ListedProcess>} running
 * @param {ListedProcess} owner
 */
function findCallers(running, owner) {
  /** @type {ListedProcess[]} */
  const callers = [];
  for (let next = startersOf(running, owner); next.length > 0; ) {
    callers.push(...next);
    const last = startersOf(running, next.at(-1));
    next = managers.test(last.at(-1)?.command ?? '') ? last : [];
  }
  return callers;
}

/**
 * Finds the parent of a process, and the grandparent if the parent is a shell.
 * @param {Map<number, ListedProcess>} running
 * @param {ListedProcess | undefined} started
 */
function startersOf(running, started) {
  const parent = started && running.get(started.parentPid);
  const grandparent = parent && shells.includes(basename(parent.command)) ? running.get(parent.parentPid) : undefined;
  return [parent, grandparent].filter((each) => each !== undefined).filter(({ pid }) => pid !== 1);
}

/**
 * Records the descendants of the owner and of recorded processes.
 * @param {Map<number, ListedProcess>} running
 */
function note(running) {
  const parents = [...noted.values()];
  if (owner) parents.push(owner);
  const open = parents.filter((each) => isRunning(running, each));
  for (let parent = open.pop(); parent; parent = open.pop()) {
    for (const child of running.values()) {
      if (child.parentPid !== parent.pid || isGuard(child) || isNoted(child)) continue;
      noted.set(child.pid, child);
      open.push(child);
    }
  }
}

/** @param {ListedProcess} candidate */
function isGuard({ pid, command }) {
  return pid === process.pid || command === process.title;
}

/** @param {ListedProcess} candidate */
function isNoted({ pid, startedAt }) {
  return noted.get(pid)?.startedAt === startedAt;
}

/** @param {Map<number, ListedProcess>} running @param {ListedProcess} candidate */
function isRunning(running, { pid, startedAt }) {
  return running.get(pid)?.startedAt === startedAt;
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  await signalUntilGone('SIGTERM', gracePeriodInMs);
  await signalUntilGone('SIGKILL', killLimitInMs);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit();
}

/**
 * Sends the signal once to each recorded process, and to those that they still start, until none is left or the time is over.
 * @param {NodeJS.Signals} signal
 * @param {number} limitInMs
 */
async function signalUntilGone(signal, limitInMs) {
  const deadline = performance.now() + limitInMs;
  const signalled = new Set();
  for (;;) {
    const running = listProcesses();
    note(running);
    const left = [...running.values()].filter((each) => isNoted(each) && !isGuard(each));
    if (left.length === 0 || performance.now() > deadline) return;
    for (const { pid } of left) {
      if (!signalled.has(pid)) send(pid, signal);
      signalled.add(pid);
    }
    await pause(endIntervalInMs);
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile, or belongs to another user.
  }
}
