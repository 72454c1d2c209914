import type { ClientObserver } from '@escrow-kit/client';

/** Prints the steps of a run, and each call with its answer, as they happen. */
export interface Timeline {
  /** Pass it to the client. */
  observer: ClientObserver;
  step(number: number, title: string): void;
  note(text: string): void;
  end(): void;
}

/** Creates a timeline. It prints path templates, never ids of people or tokens. */
export function createTimeline(print: (line: string) => void): Timeline {
  const startedAt = performance.now();
  let calls = 0;
  return {
    observer: {
      async call(run, call) {
        const callStartedAt = performance.now();
        const { status, error } = await run();
        calls++;
        const durationInMs = performance.now() - callStartedAt;
        const request = `${call.method.padEnd(5)} ${call.template}`;
        const answer = status ?? error?.code ?? '';
        print(`   ${answer} ${call.operationId.padEnd(15)} ${request} (${call.host}, ${durationInMs.toFixed(0)} ms)`);
      },
    },
    step: (number, title) => print(`\n${number}. ${title}`),
    note: (text) => print(`   -> ${text}`),
    end: () => print(`\nDone: ${calls} calls in ${(performance.now() - startedAt).toFixed(0)} ms.`),
  };
}
