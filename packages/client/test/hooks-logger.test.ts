import { describe, expect, it } from 'vitest';
import { refuse } from './support/scripted-fetch.ts';
import { clientOf, user } from './support/watched-client.ts';

describe('the logger', () => {
  it('that throws changes nothing', async () => {
    const fail = () => {
      throw new Error('a full disk');
    };
    const { client } = clientOf([user], { logger: { debug: fail, warn: fail } });

    const answer = await client.users.get('usr_1');

    expect(answer).toEqual({ success: true });
  });

  it('is called as the object that it is', async () => {
    class CountingLogger {
      count = 0;
      debug(): void {
        this.count++;
      }
      warn(): void {
        this.count++;
      }
    }
    const logger = new CountingLogger();
    const { client } = clientOf([user], { logger });

    await client.users.get('usr_1');

    expect(logger.count).toBe(1);
  });

  it('hears of every request with its result', async () => {
    const lines: string[] = [];
    const logger = { debug: (message: string) => void lines.push(message), warn: () => {} };
    const { client } = clientOf([503, refuse, user], { logger });

    await client.users.get('usr_1');

    expect(lines).toHaveLength(3);
    for (const [index, reason] of ['503', 'connection', '200'].entries()) {
      expect(lines[index]).toContain('getUser');
      expect(lines[index]).toContain(reason);
    }
  });
});
