import type { ClientObserver } from '@escrow-kit/client';

/** Prints the steps of a run, and each call with its answer, as they happen: path templates, never ids of people or tokens. */
export function createTimeline(print: (line: string) => void) {
  const startedAt = performance.now();
  let calls = 0;
  /** Pass it to the client. */
  const observer: ClientObserver = {
    call({ call, status, error, durationInMs }) {
      calls++;
      const request = `${call.method.padEnd(5)} ${call.template}`;
      const answer = status ?? error?.code ?? '';
      print(`   ${answer} ${call.operationId.padEnd(15)} ${request} (${call.host}, ${durationInMs.toFixed(0)} ms)`);
    },
  };
  return {
    observer,
    begin: print,
    step: (number: number, title: string) => print(`\n${number}. ${title}`),
    note: (text: string) => print(`   -> ${text}`),
    end: () => print(`\nDone: ${calls} calls in ${(performance.now() - startedAt).toFixed(0)} ms.`),
  };
}
