import type { Notes } from '../judge/notes.ts';
import type { Reason } from '../judge/verification.ts';
import type { EventTrigger } from '../state-handlers/events.ts';
import { MissingInputError } from '../state-handlers/set-up-error.ts';
import type { StateName } from '../states/catalogue.ts';
import { type StateHandlers, toStateAnswer } from '../states/values.ts';
import type { ProviderHandlers } from './provider-server.ts';
import { readMessage } from './read-message.ts';
import { markerState } from './select-interactions.ts';

/** Answers Pact's requests, and notes what Pact does not report. */
export interface Progress extends ProviderHandlers {
  notesOf(description: string): Notes;
}

type AnyHandler = (parameters: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The one state in which a 429 is expected. */
const limitedState: StateName = 'the rate limit of the Users API is used up';

/**
 * Follows one verification, in which Pact verifies one interaction after another. `onStart` is called with how many have begun.
 *
 * States: before the first interaction, then in one interaction after another. The marker state names the next one, and empties
 * the notes. Then Pact sets up the states, and sends requests or takes a message; all of these may add to the notes. Once there
 * is a reason not to check the interaction, it stays, and no request is sent. Notes of earlier interactions never change.
 */
export function createProgress(
  handlers: StateHandlers,
  events: EventTrigger,
  onStart: (count: number) => void = () => {},
): Progress {
  const notes = new Map<string, Notes>();
  let current: Notes = createNotes();
  let isLimited = false;
  const note = (error: unknown) => {
    current.reason ??= toReason(error);
    return {};
  };
  return {
    async setUpState({ name, params }) {
      if (name === markerState) {
        current = createNotes();
        notes.set(String(params['description']), current);
        isLimited = false;
        onStart(notes.size);
        return {};
      }
      isLimited = name === limitedState;
      try {
        const given = await (handlers[name as StateName] as unknown as AnyHandler)(params);
        current.values = { ...current.values, ...given };
        return toStateAnswer(given, params);
      } catch (error) {
        return note(error);
      }
    },
    isLimitExpected: () => isLimited,
    isReady: () => current.reason === undefined,
    async takeMessage() {
      try {
        const { body, metadata, problems } = readMessage(events.lastEvent());
        current.problems.push(...problems);
        current.answerText = body;
        return { __pactMessageMetadata: metadata, message: body };
      } catch (error) {
        return note(error);
      }
    },
    noteExchange: (exchange) => {
      current.exchange = exchange;
      if (exchange.answer) current.answerText = exchange.answer.body;
    },
    noteTooMany: () => {
      current.reason ??= { kind: 'too-many', text: 'there were too many requests (429), even after waiting' };
    },
    noteUnreachable: (text) => {
      if (!current.reason) current.problems.push({ kind: 'connection', text: `there was no answer: ${text}` });
    },
    notesOf: (description) => notes.get(description) ?? createNotes(),
  };
}

const createNotes = (): Notes => ({ problems: [], values: {} });

function toReason(error: unknown): Reason {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof MissingInputError) return { kind: error.kind, text };
  return { kind: 'set-up', text: `its state could not be set up: ${text}` };
}
