/**
 * Runs Pact's verifier in a separate process, because its native library prints what it sees, including secrets, and reads
 * variables of the environment that would redirect it. Runs each job when it comes, several at once, and replies; when the
 * process that started it disconnects, ends at once, even during a job.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Verifier } from '@pact-foundation/pact-core';
import type { PactResult } from '../judge/notes.ts';
import type { NumberedJob, PactJob, PactReply } from './start-pact-process.ts';

/** How long Pact waits for a state or an answer: longer than all waits after a 429 that lead to it. */
const limitInMs = 300_000;

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

async function run({ pactFile, providerUrl }: PactJob): Promise<Omit<PactReply, 'id'>> {
  const { port, pathname } = new URL(providerUrl);
  const verifier = new Verifier({
    providerBaseUrl: providerUrl,
    providerStatesSetupUrl: `${providerUrl}/_state`,
    transports: [{ protocol: 'message', port: Number(port), path: `${pathname}/_message` }],
    pactUrls: [pactFile],
    logLevel: 'error',
    timeout: limitInMs,
  });
  try {
    return { result: readResult(await verifier.verify()) };
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

const readResult = (text: string): PactResult | undefined =>
  (JSON.parse(text) as { interactionResults: PactResult[] }).interactionResults[0];
