import type { OpenContractResults } from '../../src/flows/journal.ts';
import type { StepResolution } from '../../src/flows/options.ts';
import {
  type EscrowClient,
  isEscrowError,
  type Journal,
  type JournalEntry,
  type ListableJournal,
  type OpenedContract,
} from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { lose } from '../support/scripted-client.ts';
import { createFakeService, type FakeService } from './fake-service.ts';
import { clientOn, contractToOpen, type JournaledFlow, type OptionsOfEither } from './inputs.ts';

export const key = 'order-1';
/** The resolution of a step, whatever its revision. */
type Resolution = { step: string } & ({ outcome: 'not-sent' } | { outcome: 'succeeded'; result: unknown });

/** Runs the flow of the samples, with a resolution of its pending step. */
export async function open(client: EscrowClient, journal: Journal, resolution?: Resolution): Promise<OpenedContract> {
  const { revision = 0 } = (resolution && (await journal.load(key))) ?? {};
  const resolve = resolution && ({ revision, ...resolution } as StepResolution<OpenContractResults>);
  return client.flows.openContract(contractToOpen, { key, journal, ...(resolve && { resolve }) });
}

/** How a request is answered, or fails. */
export type Send = (request: Request, carryOut: () => Promise<Response>) => Promise<Response>;

/** A service, a journal, and a client of which one request fails in the given way. */
export function setUp(failing?: { request: number; send: Send }): {
  service: FakeService;
  journal: ListableJournal;
  client: EscrowClient;
  sentCount: () => number;
} {
  const service = createFakeService();
  const journal = createMemoryJournal();
  let count = 0;
  const client = clientOn((request) => {
    const carryOut = () => service.fetch(request);
    return ++count === failing?.request ? failing.send(request, carryOut) : carryOut();
  });
  return { service, journal, client, sentCount: () => count };
}

/** Carries out a request, and loses its answer. */
export const loseAfter: Send = async (_request, carryOut) => {
  await carryOut();
  return lose();
};

/** Runs a flow until it is finished, and resolves pending steps as the service knows them. */
export async function finish(
  { run }: Pick<JournaledFlow, 'run'>,
  service: FakeService,
  options: OptionsOfEither,
): Promise<unknown> {
  for (let resolve = {}; ; ) {
    try {
      return await run(clientOn(service.fetch), { ...options, ...resolve });
    } catch (error) {
      if (!isEscrowError(error, 'step_pending')) throw error;
      resolve = { resolve: service.truthOf(error) };
    }
  }
}

/** A memory journal, and every entry that it was given to save. */
export function createRecordingJournal(): { journal: ListableJournal; entries: JournalEntry[] } {
  const memory = createMemoryJournal();
  const entries: JournalEntry[] = [];
  const save: ListableJournal['save'] = (key, entry) => {
    entries.push(structuredClone(entry));
    return memory.save(key, entry);
  };
  return { journal: { ...memory, save }, entries };
}
