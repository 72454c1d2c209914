import { EscrowError } from '../errors/escrow-error.ts';
import type { HostName } from '../generated/operations.ts';
import { withDeadline } from '../transport/deadline.ts';
import type { SendRequest } from '../transport/send-once.ts';
import { refusal } from './flow-errors.ts';
import type { FlowRecord } from './flow-record.ts';

/** What the sandbox of this kit says in every answer: the id of its data, which a restart without a data folder loses. */
const instanceHeader = 'escrow-sandbox-instance';

/** How long a sandbox may take to say who it is. Our choice: not shown. */
const askLimitInMs = 5_000;

/** The services that flows run against. */
export interface FlowServices {
  hosts: Partial<Record<HostName, string>>;
  fetch: SendRequest;
}

/** The id of the data behind an answer; undefined if it does not say, as the service itself does not. */
export const instanceOf = ({ headers }: Pick<Response, 'headers'>): string | undefined =>
  headers.get(instanceHeader) ?? undefined;

/**
 * Refuses an entry of another service, whose ids this one does not know. Only if the entry names the data of a sandbox, the
 * sandbox is asked whether it is still the same.
 * @throws EscrowError `journal`
 */
export async function refuseOtherService(
  record: FlowRecord,
  address: string | undefined,
  { fetch }: FlowServices,
): Promise<void> {
  const { service } = record;
  if (!service || address === undefined) return;
  if (withoutSlash(service.address) !== withoutSlash(address)) {
    throw refusal(record, {
      code: 'journal',
      problem: `it was run against ${service.address}, and this client calls ${address}.`,
      remedy: 'Use another key, or give each service a journal of its own.',
    });
  }
  if (service.instance === undefined || record.doneSteps.length === 0) return;
  const instance = await askInstance(address, fetch);
  if (instance === undefined || instance === service.instance) return;
  throw refusal(record, {
    code: 'journal',
    problem: `the sandbox at ${address} has lost the data that this run is about, as a restart without --data does.`,
    remedy: 'Start the sandbox with --data, and delete the journal, or forget the key: journal.forget(key).',
  });
}

/** An address as it is compared: a slash at its end makes no other one. */
const withoutSlash = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '');

/** Asks who is there. One that does not answer changes nothing. */
async function askInstance(address: string, fetch: SendRequest): Promise<string | undefined> {
  const createError = () => new EscrowError('timeout', 'The sandbox did not say who it is.');
  try {
    return await withDeadline({ timeoutInMs: askLimitInMs, createError }, async ({ signal }) =>
      instanceOf(await fetch(new Request(address, { method: 'HEAD', redirect: 'manual', signal }))),
    );
  } catch {
    return undefined;
  }
}
