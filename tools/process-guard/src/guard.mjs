// Runs beside a process, its owner, and ends what the owner has started once the owner has ended.
//
// Watching: it notes all processes that descend from the owner, five times a second and when the owner asks for it, which it
// answers. It notes them early, because a process whose parent has ended can't be found by that parent any more.
// Ending: it begins when the pipe from the owner closes, which happens however the owner ends, or when the caller of the owner is
// gone. It sends SIGTERM, and SIGKILL to what is left after three seconds. Then it removes the folders that the owner named.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { listProcesses } from './list-processes.mjs';

/** @typedef {import('./list-processes.mjs').ListedProcess} ListedProcess */

/**
 * What the owner asks for: to note its processes now, and to remove a folder when it has ended.
 * @typedef {{ folder?: string }} Question
 */

/** By this name a guard knows other guards, whose owners it may have to end. They end by themselves, after their folders. */
process.title = 'escrow-guard';

const watchIntervalInMs = 200;
const endIntervalInMs = 50;
const gracePeriodInMs = 3_000;
/** A process that survives SIGKILL for so long is stuck in the kernel. */
const killLimitInMs = 1_000;

const [ownerArgument, withCaller] = process.argv.slice(2);
const ownerPid = Number(ownerArgument);
/** They name themselves: `npm exec pnpm@1`, `npm run shop`, `pnpm`. */
const managers = /^(npm|npx|pnpm)( |$)/;
const shells = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh'];

/** @type {Map<number, ListedProcess>} */
const noted = new Map();
/** @type {Set<string>} */
const folders = new Set();
let isEnding = false;

// It ends by itself, after everything else, even if nobody reads its answers.
process.stdout.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const processes = listProcesses();
const owner = processes.get(ownerPid);
const callers = owner && withCaller ? findCallers(processes, owner) : [];
note(processes);
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
  const running = listProcesses();
  for (const each of noted.values()) if (!isRunning(running, each)) noted.delete(each.pid);
  note(running);
  if (callers.every((caller) => isRunning(running, caller))) return;
  if (owner) noted.set(owner.pid, owner);
  end();
}

/**
 * The parent of the owner. If that is a shell, its parent as well: a package manager starts its scripts through a shell. And the
 * package managers that have started this one in the same way, such as the npx in `npx pnpm sandbox`.
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
 * What has started a process: its parent, and the parent's parent if the parent is a shell.
 * @param {Map<number, ListedProcess>} running
 * @param {ListedProcess | undefined} started
 */
function startersOf(running, started) {
  const parent = started && running.get(started.parentPid);
  const grandparent = parent && shells.includes(basename(parent.command)) ? running.get(parent.parentPid) : undefined;
  return [parent, grandparent].filter((each) => each !== undefined).filter(({ pid }) => pid !== 1);
}

/**
 * Notes what descends from the owner, or from a process that is noted.
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
 * Sends the signal once to each noted process, and to those that they still start, until none is left or the time is over.
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
    // It has ended meanwhile, or belongs to another user.
  }
}
