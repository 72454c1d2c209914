import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';

/** Everything that a log, a console or a crash report may show of a value, as one text. */
export function printsOf(value: unknown): string {
  const written: string[] = [];
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const console = new Console({ stdout });
  console.log(value, { nested: value });
  console.log('%s %o %O %j', value, value, value, value);
  const deep = inspect(value, { depth: null, showHidden: true, getters: false });
  return [...written, deep, String(value), JSON.stringify(value), JSON.stringify({ nested: [value] })].join('\n');
}
