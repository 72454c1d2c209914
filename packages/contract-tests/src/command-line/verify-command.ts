import { createInterface } from 'node:readline/promises';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { type Deployment, defaultPhonePrefix, optionOf } from '../deployment/deployment.ts';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { addInputs, createSecrets } from '../deployment/secrets.ts';
import { createSend } from '../deployment/send.ts';
import { checkCredentials } from '../preflight/check-credentials.ts';
import { checkCustomer } from '../preflight/check-customer.ts';
import { checkReach } from '../preflight/check-reach.ts';
import { checkReportFile, removeOldReport } from '../preflight/check-report-file.ts';
import { checkSelection } from '../preflight/check-selection.ts';
import { checkService } from '../preflight/check-service.ts';
import { signIn } from '../preflight/sign-in.ts';
import { verifyDeployment } from '../verify/verify-deployment.ts';
import { exitCodeOf } from './exit-code-of.ts';
import { listChecks } from './list-checks.ts';
import { say } from './say.ts';
import { stopOnInterrupt } from './stop-on-interrupt.ts';
import type { VerifyOptions } from './verify-options.ts';
import { writeReports } from './write-reports.ts';

/** Verifies a deployment by the options of the command, writes the reports, and returns the exit code. */
export async function runVerify(options: VerifyOptions): Promise<number> {
  const { deployment, selection, limits, warnings } = options;
  checkSelection(selection);
  if (options.isList) {
    process.stdout.write(escapeHidden(listChecks(selection)));
    return 0;
  }
  warnings.forEach(say);
  for (const options of findSameSecrets(deployment)) say(`${options} have the same value. Each should have its own.`);
  const reportFiles = Object.values(options.reportFiles);
  reportFiles.forEach(checkReportFile);
  reportFiles.forEach(removeOldReport);
  await checkReach(deployment, { url: options.url, timeoutInMs: limits.timeoutInMs });
  announce(options);
  if (!(await isAgreed(options))) {
    say('Nothing was done.');
    return 2;
  }
  const { signal, end } = stopOnInterrupt('Stopped before the first check.');
  return verifyAndReport(options, signal).finally(end);
}

async function verifyAndReport(options: VerifyOptions, signal: AbortSignal): Promise<number> {
  const { selection, limits } = options;
  const secrets = createSecrets();
  addInputs(secrets, options.deployment);
  const { redact } = secrets;
  // After one timeout, a call says nothing about the options.
  const send = createSend({ timeoutInMs: limits.timeoutInMs, mostTimeouts: 1, onWait: showWait, redact, signal });
  const signInAgain = () => signIn(options.deployment, { signIns: options.signIns, send });
  const { credentials, lifetimeInMs } = await signInAgain();
  const signedInAt = performance.now();
  const deployment = { ...options.deployment, credentials };
  addInputs(secrets, deployment);
  await checkService(deployment, { url: options.url, send });
  await checkCredentials(deployment, send);
  await checkCustomer(deployment, send);
  signal.throwIfAborted();
  const progress = { onStart: showCount, onWait: showWait, signal };
  const report = await verifyDeployment(deployment, {
    ...selection,
    ...limits,
    renewal: { lifetimeInMs: lifetimeInMs - (performance.now() - signedInAt), signIn: signInAgain },
    ...progress,
  });
  if (process.stderr.isTTY) process.stderr.write(clearLine);
  for (const file of writeReports(report, options.reportFiles)) say(`The report is in ${file}.`);
  if (!signal.aborted) return exitCodeOf(report.result, options.strict);
  say(
    'Stopped before the end. The report has what was checked, and the customers and contracts that were created stay.',
  );
  return (signal.reason as CommandLineError).exitCode;
}

/** The options of different credentials with the same value, as a text for each value. */
function findSameSecrets({ credentials }: Deployment): string[] {
  const byValue = Map.groupBy(Object.entries(credentials), ([, value]) => value);
  return [...byValue.values()]
    .filter(({ length }) => length > 1)
    .map((same) => same.map(([name]) => optionOf(name)).join(' and '));
}

function announce({ deployment }: VerifyOptions): void {
  const { hosts, phonePrefix = defaultPhonePrefix } = deployment;
  const origins = [...new Set(Object.values(hosts).map((url) => new URL(url).origin))];
  say(`Creates test customers (${phonePrefix}…) and contracts in ${origins.join(', ')}.`);
  say('Pays nothing and deletes nothing. The service may text those numbers.');
}

/** Asks before it writes to anything but this machine. */
async function isAgreed({ deployment, yes }: VerifyOptions): Promise<boolean> {
  if (yes || Object.values(deployment.hosts).every((url) => isLoopback(new URL(url).hostname))) return true;
  if (!process.stdin.isTTY) {
    throw new CommandLineError(
      'This needs your agreement, and there is no terminal to ask on. Add --yes, or set ESCROW_YES=true.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  // On Ctrl-C or Ctrl-D, which the question itself does not notice.
  terminal.once('close', () => ended.abort());
  const answer = await terminal.question('Go on? [y/N] ', { signal: ended.signal }).catch(() => '');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Removes the progress line. */
const clearLine = '\r\u001b[K';

/** If a line can't be overwritten, as in a pipeline, one is written after this many checks. */
const checksALine = 50;

function showCount(count: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`${clearLine}${count} of ${total} checks`);
  else if (count % checksALine === 0) say(`${count} of ${total} checks`);
}

function showWait(waitInSeconds: number): void {
  const line = `too many requests (429), waits for ${waitInSeconds} s`;
  if (process.stderr.isTTY) process.stderr.write(`${clearLine}${line}`);
  else say(line);
}
