import { describe, expect, it } from 'vitest';
import { createLogObserver } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { clientOf, user } from './support/scripted-client.ts';
import { refuse } from './support/scripted-fetch.ts';

/** A logger that keeps its lines. */
function recordLines() {
  const lines: string[] = [];
  const keep = (level: string) => (message: string, fields: object) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  return { lines, observer: createLogObserver({ debug: keep('debug'), warn: keep('warn') }) };
}

describe('createLogObserver', () => {
  it('writes every request with its result, and the delays between them', async () => {
    const { lines, observer } = recordLines();
    const { client } = clientOf([503, refuse, user], { observer });

    await client.users.get('usr_sensitive');

    const requests = lines.filter((line) => line.includes('durationInMs'));
    expect(requests.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'debug getUser: 503',
      'debug getUser: connection',
      'debug getUser: 200',
    ]);
    expect(lines.filter((line) => line.includes('delayInMs'))).toEqual([
      expect.stringContaining('waits before request 2'),
      expect.stringContaining('waits before request 3'),
    ]);
    expect(lines.join()).not.toContain('usr_sensitive');
  });

  it('warns of a call that failed', async () => {
    const { lines, observer } = recordLines();
    const { client } = clientOf([403], { observer });

    const error = await failureOf(client.users.get('usr_1'));

    expect(lines.filter((line) => line.startsWith('warn'))).toEqual([
      `warn ${error.message} {"operationId":"getUser","code":"forbidden","status":403,"outcome":"rejected"}`,
    ]);
  });

  it('warns of another observer that failed', async () => {
    const { lines, observer } = recordLines();
    const broken = {
      call: () => {
        throw new Error('a broken tracer');
      },
    };
    const { client } = clientOf([user], { observer: [broken, observer] });

    await client.users.get('usr_1');

    expect(lines.filter((line) => line.startsWith('warn'))).toEqual([expect.stringContaining('an observer failed')]);
  });
});
