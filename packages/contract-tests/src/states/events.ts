import type { IncomingHttpHeaders } from 'node:http';
import { attemptsInSeconds, eventStatuses, kitMilestoneStates, milestoneStates } from '@escrow-kit/spec';
import { readBytes } from '../deployment/exchange.ts';
import { startLocalServer } from '../deployment/local-server.ts';
import { MissingInputError } from './calls.ts';
import { actFor, type StateContext } from './context.ts';
import { openPayableContract } from './steps.ts';

/** The deliveries of one event. */
export interface SentEvent {
  /** The attempts that reached the receiver. All were refused. */
  attempts: { headers: IncomingHttpHeaders; bytes: Buffer }[];
  /** When the sandbox made its attempts, counted from the first one, until an hour after the last one that the schedule has. */
  attemptedAtInSeconds: number[];
  webhookSecret: string;
}

/** How long after the last attempt of the schedule the sandbox is watched for another one. */
const watchedForInSeconds = 3600;

/**
 * Makes a sandbox send an event: moves a new milestone to a status, refuses its event, and waits for the attempts to deliver it. Uses a
 * separate organization with a stopped clock, so that hours pass at once and the delays are exact.
 */
export async function sendEvent(
  context: StateContext,
  status: (typeof eventStatuses)[number],
): Promise<{ milestoneId: string; event: SentEvent }> {
  const organization = await context.createOrganization();
  const { control, credentials } = organization;
  const attempts: SentEvent['attempts'] = [];
  let isRefusing = false;
  const receiver = await startLocalServer(async (request, response) => {
    const bytes = await readBytes(request).catch(() => undefined);
    if (!bytes) return void response.destroy();
    // An event is identified by its address and time, not by its content, which may be wrong.
    if (isRefusing) attempts.push({ headers: request.headers, bytes });
    response.writeHead(isRefusing ? 503 : 200).end();
  });
  try {
    await control.freeze();
    const { milestoneId, buyerPhone } = await openPayableContract(actFor(context, organization), 1000);
    await control.giveConsent(buyerPhone);
    await control.setWebhook(`${receiver.url}/events`);
    const moves = [control.pay, control.release, control.complete].slice(0, eventStatuses.indexOf(status) + 1);
    for (const move of moves) {
      // Delivers the events of the earlier moves, which are accepted.
      await control.drain();
      isRefusing = move === moves.at(-1);
      await move(milestoneId);
    }
    await control.drain();
    await control.advance(attemptsInSeconds.at(-1) ?? 0);
    await control.advance(watchedForInSeconds);
    const { deliveries } = await control.deliveries({ milestoneId });
    // The control API has the kit's own names, whatever the service calls them.
    const kitStatus = kitMilestoneStates[milestoneStates.indexOf(status)];
    const log = deliveries.find((delivery) => delivery.status === kitStatus)?.attemptLog ?? [];
    // Then its events are not to blame.
    if (attempts.length === 0 && log.length > 0 && !log.some(({ answerStatus }) => answerStatus))
      throw new MissingInputError(
        'control',
        `the sandbox cannot reach the webhook endpoint of this run at ${receiver.url}`,
      );
    const times = log.map(({ startedAt }) => startedAt).toSorted((one, other) => one - other);
    const attemptedAtInSeconds = times.map((time) => (time - (times[0] ?? 0)) / 1000);
    return { milestoneId, event: { attempts, attemptedAtInSeconds, webhookSecret: credentials.webhookSecret } };
  } finally {
    await receiver.close();
  }
}
