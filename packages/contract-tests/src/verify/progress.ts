import { NoAnswerError } from '../deployment/no-answer-error.ts';
import type { Notes } from '../judge/notes.ts';
import type { Reason } from '../judge/verification.ts';
import type { EventTrigger } from '../state-handlers/events.ts';
import { MissingInputError, SetUpError } from '../state-handlers/set-up-error.ts';
import type { StateName } from '../states/catalogue.ts';
import { type StateHandlers, toStateAnswer } from '../states/values.ts';
import type { ProviderHandlers } from './provider-server.ts';
import { readMessage } from './read-message.ts';

/** Answers Pact's requests of one check, and notes what Pact does not report. */
export interface Progress extends ProviderHandlers {
  readonly notes: Notes;
}

type AnyHandler = (parameters: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The one state in which a 429 is expected. */
const limitedState: StateName = 'the rate limit of the Users API is used up';

/**
 * Follows one check. Pact sets up its states, then sends its request or takes its message; all of these may add to the notes.
 * Once there is a reason not to check it, that stays, and no request is sent.
 */
export function createProgress(handlers: StateHandlers, events: EventTrigger): Progress {
  const notes: Notes = { problems: [], values: {} };
  let isLimited = false;
  const note = (error: unknown) => {
    notes.reason ??= toReason(error);
    return {};
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
        return note(error);
      }
    },
    isLimitExpected: () => isLimited,
    isReady: () => notes.reason === undefined,
    async takeMessage() {
      try {
        const { body, metadata, problems } = readMessage(events.lastEvent());
        notes.problems.push(...problems);
        notes.answerText = body;
        return { __pactMessageMetadata: metadata, message: body };
      } catch (error) {
        return note(error);
      }
    },
    noteExchange: (exchange) => {
      notes.exchange = exchange;
      if (exchange.answer) notes.answerText = exchange.answer.body;
    },
    noteTooMany: () => {
      notes.reason ??= { kind: 'too-many', text: 'there were too many requests (429), even after waiting' };
    },
    noteUnreachable: (error) => {
      note(error);
    },
  };
}

function toReason(error: unknown): Reason {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof MissingInputError) return { kind: error.kind, text };
  if (error instanceof NoAnswerError) return { kind: error.kind, text };
  const { operationId, cause } = error instanceof SetUpError ? error : {};
  const kind = cause instanceof NoAnswerError ? cause.kind : 'set-up';
  return { kind, text: `its state could not be set up: ${text}`, ...(operationId && { operationId }) };
}
