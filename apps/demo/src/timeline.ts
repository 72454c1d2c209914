import type { CallInfo, Hooks } from '@escrow-kit/client';

/** Tells a run as it happens: its steps, each call with its answer, and what came of it. */
export interface Timeline {
  /** To hand to the client. */
  hooks: Hooks;
  step(number: number, title: string): void;
  note(text: string): void;
  end(): void;
}

/** Creates a timeline. It prints path templates only, so that no id of a person or token is in it. */
export function createTimeline(print: (line: string) => void): Timeline {
  const startedAt = performance.now();
  const callsStartedAt = new WeakMap<CallInfo, number>();
  let calls = 0;
  return {
    hooks: {
      onStart: (call) => void callsStartedAt.set(call, performance.now()),
      onEnd({ call, status, error }) {
        calls++;
        const durationInMs = performance.now() - (callsStartedAt.get(call) ?? 0);
        const answer = status ?? error?.code ?? '';
        const request = `${call.method.padEnd(5)} ${call.template}`;
        print(`   ${answer} ${call.operationId.padEnd(15)} ${request} (${call.host}, ${durationInMs.toFixed(0)} ms)`);
      },
    },
    step: (number, title) => print(`\n${number}. ${title}`),
    note: (text) => print(`   -> ${text}`),
    end: () => print(`\nDone: ${calls} calls in ${(performance.now() - startedAt).toFixed(0)} ms.`),
  };
}
