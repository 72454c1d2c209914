import { NoAnswerError } from '../deployment/no-answer-error.ts';
import type { Notes } from '../judge/notes.ts';
import type { Reason } from '../judge/verification.ts';
import type { EventTrigger } from '../state-handlers/events.ts';
import { MissingInputError, SetUpError } from '../state-handlers/set-up-error.ts';
import type { StateName } from '../states/catalogue.ts';
import { type StateHandlers, toStateAnswer } from '../states/values.ts';
import { type Message, readMessage } from './read-message.ts';

/** What Pact needs for one check besides the service's answers, and what was noted about the check. */
export interface Progress {
  readonly notes: Notes;
  /** Sets up a state and returns its values; none if that fails. */
  setUpState(state: { name: string; params: Record<string, unknown> }): Promise<Record<string, unknown>>;
  /** Returns the message that the service sent; undefined if there is none. */
  takeMessage(): Message | undefined;
  /** Whether the next request should be refused with a 429. */
  isLimitExpected(): boolean;
  /** Notes why the check can't be made, unless a reason is noted already. From then on no request is sent. */
  noteFailure(error: unknown): void;
}

type AnyHandler = (parameters: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The one state in which a 429 is expected. */
const limitedState: StateName = 'the rate limit of the Users API is used up';

/** Follows one check. Pact sets up its states, then sends its request or takes its message; all of these may add to the notes. */
export function createProgress(handlers: StateHandlers, events: EventTrigger): Progress {
  const notes: Notes = { problems: [], values: {} };
  let isLimited = false;
  const noteFailure = (error: unknown): void => {
    notes.reason ??= toReason(error);
  };
  return {
    notes,
    async setUpState({ name, params }) {
      isLimited = name === limitedState;
      try {
        const given = await (handlers[name as StateName] as unknown as AnyHandler)(params);
        notes.values = { ...notes.values, ...given };
        return toStateAnswer(given, params);
      } catch (error) {
        noteFailure(error);
        return {};
      }
    },
    takeMessage() {
      try {
        const message = readMessage(events.lastEvent());
        notes.problems.push(...message.problems);
        notes.answerText = message.body;
        return message;
      } catch (error) {
        noteFailure(error);
        return undefined;
      }
    },
    isLimitExpected: () => isLimited,
    noteFailure,
  };
}

function toReason(error: unknown): Reason {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof MissingInputError || error instanceof NoAnswerError) return { kind: error.kind, text };
  const { operationId, cause } = error instanceof SetUpError ? error : {};
  const kind = cause instanceof NoAnswerError ? cause.kind : 'set-up';
  return { kind, text: `its state could not be set up: ${text}`, ...(operationId && { operationId }) };
}
