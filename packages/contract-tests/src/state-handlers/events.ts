import { attemptsInSeconds, eventStatuses, kitMilestoneStates, milestoneStates } from '@escrow-kit/spec';
import { credentialsOf, type StateContext } from './context.ts';
import type { EventAddress, ReceivedEvent } from './receiver.ts';
import { MissingInputError, SetUpError } from './set-up-error.ts';
import { openPayableContract } from './steps.ts';

type Status = (typeof eventStatuses)[number];

/** The deliveries of one event. */
export interface SentEvent {
  /** The attempts that reached the receiver. */
  attempts: ReceivedEvent[];
  /** When the sandbox made its attempts, counted from the first one. */
  attemptedAtInSeconds: number[];
  webhookSecret: string;
}

/** Makes a sandbox send the event of one check, and stores it. */
export interface EventTrigger {
  /** Moves a new milestone to a status and waits for its event. All attempts but the last are refused. */
  changeMilestone(status: Status): Promise<string>;
  /** The event. Throws if none was requested. */
  lastEvent(): SentEvent;
}

/** Creates the trigger of one check. */
export function createEventTrigger(context: StateContext): EventTrigger {
  let last: SentEvent | undefined;
  return {
    async changeMilestone(status) {
      const { milestoneId, event } = await sendEvent(context, status);
      last = event;
      return milestoneId;
    },
    lastEvent() {
      if (!last) throw new SetUpError('no event was requested');
      return last;
    },
  };
}

/** Uses a separate organization with a stopped clock, so that hours pass at once and the delays are exact. */
async function sendEvent(context: StateContext, status: Status) {
  const organization = await context.createOrganization();
  const { control, credentials } = organization;
  const caller = { ...context, credentials: credentialsOf(organization) };
  await control.freeze();
  const { milestoneIds, buyerPhone } = await openPayableContract(caller, 1000);
  await control.giveConsent(buyerPhone);
  const milestoneId = milestoneIds[0] ?? '';
  const address = await context.openEventAddress();
  await control.setWebhook(address.url);
  // The control API has the kit's own names, whatever the service calls them.
  const kitStatus = kitMilestoneStates[milestoneStates.indexOf(status)];
  const moves = [control.pay, control.release, control.complete].slice(0, eventStatuses.indexOf(status) + 1);
  for (const move of moves) {
    // Delivers the events of the earlier moves, which are accepted.
    await control.drain();
    if (move === moves.at(-1)) address.expect(attemptsInSeconds.length - 1);
    await move(milestoneId);
  }
  await control.drain();
  await control.advance(attemptsInSeconds.at(-1) ?? 0);
  const { deliveries } = await control.deliveries({ milestoneId });
  const log = deliveries.find((delivery) => delivery.status === kitStatus)?.attemptLog ?? [];
  checkReach(address, log);
  const times = log.map(({ startedAt }) => startedAt).toSorted((one, other) => one - other);
  const attemptedAtInSeconds = times.map((time) => (time - (times[0] ?? 0)) / 1000);
  return {
    milestoneId,
    event: { attempts: address.attempts(), attemptedAtInSeconds, webhookSecret: credentials.webhookSecret },
  };
}

/** Throws if the sandbox can't reach this machine, because then its events are not to blame. */
function checkReach({ url, attempts }: EventAddress, log: { answerStatus?: number | null }[]): void {
  const isReached = attempts().length > 0 || log.length === 0 || log.some(({ answerStatus }) => answerStatus);
  if (!isReached) throw new MissingInputError('control', `the sandbox can't reach the receiver of events at ${url}`);
}
