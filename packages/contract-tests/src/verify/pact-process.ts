/**
 * Runs Pact's verifier in a separate process, because its native library prints what it sees, including secrets, and reads
 * variables of the environment that would redirect it. Runs each job when it comes, several at once, and replies; when the
 * process that started it disconnects, ends at once, even during a job.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Verifier } from '@pact-foundation/pact';
import { readAnswer } from '../deployment/read-answer.ts';
import type { PactResult } from '../judge/notes.ts';
import type { NumberedJob, PactJob, PactReply } from './start-pact-process.ts';

type Options = ConstructorParameters<typeof Verifier>[0];

process.on('message', ({ id, job }: NumberedJob) => {
  void run(job).then((reply) => process.send?.({ id, ...reply } satisfies PactReply));
});
// Ctrl-C reaches every process of the terminal. The one that started this stops it.
process.on('SIGINT', () => {});
// Pact reads every certificate of the machine before each request, which takes longer than the request. Requests go to this
// machine by HTTP, so one certificate will do. Without any, Pact sends nothing.
const certificateFolder = mkdtempSync(join(tmpdir(), 'escrow-contract-tests-'));
const certificate = join(certificateFolder, 'certificate.pem');
writeFileSync(certificate, rootCertificates[0] ?? '');
Object.assign(process.env, { SSL_CERT_FILE: certificate, SSL_CERT_DIR: certificateFolder });

function end(): void {
  rmSync(certificateFolder, { recursive: true, force: true });
  // A normal exit, even after an error, would wait for Pact's native code, which may wait forever for an answer.
  process.kill(process.pid, 'SIGKILL');
}
process.on('disconnect', end).on('exit', end);

async function run(job: PactJob): Promise<Omit<PactReply, 'id'>> {
  try {
    return { result: readResult(await new Verifier(toOptions(job)).verifyProvider()) };
  } catch (error) {
    // A failed verification is an error whose message is the results.
    const message = error instanceof Error ? error.message : String(error);
    try {
      return { result: readResult(message) };
    } catch {
      return { failure: message };
    }
  }
}

function readResult(text: unknown): PactResult | undefined {
  return (JSON.parse(String(text)) as { interactionResults: PactResult[] }).interactionResults[0];
}

function toOptions({ pactFile, provider, providerUrl, stateNames, messageNames, limitInMs }: PactJob): Options {
  const ask = (path: string) => async (content: unknown) => {
    const response = await fetch(`${providerUrl}${path}`, { method: 'POST', body: JSON.stringify(content) });
    return JSON.parse(await readAnswer(response)) as Record<string, string>;
  };
  const stateHandlers = stateNames.map((name) => [name, (params: unknown) => ask('/_state')({ name, params })]);
  const messageProviders = messageNames.map((name) => [name, () => ask('/_message')({ name })]);
  return {
    provider,
    providerBaseUrl: providerUrl,
    pactUrls: [pactFile],
    logLevel: 'error',
    timeout: limitInMs,
    requestFilter: restoreForm,
    stateHandlers: Object.fromEntries(stateHandlers),
    messageProviders: Object.fromEntries(messageProviders),
  };
}

/** Restores a form, which Pact's proxy would forward as JSON. */
const restoreForm: NonNullable<Options['requestFilter']> = (request, _response, next) => {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (isForm && !Buffer.isBuffer(request.body)) {
    const form = Buffer.from(new URLSearchParams(request.body as Record<string, string>).toString());
    request.body = form;
    request.headers['content-length'] = String(form.length);
  }
  next();
};
