import { describe, expect, test } from 'vitest';
import { createChanges } from '../../src/storage/changes.ts';
import { parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedService } from '../support/started-service.ts';

describe('changes', () => {
  const started = startedService('SQLite');

  test('are sent to every watcher until it stops', () => {
    const changes = createChanges();
    const notified: string[] = [];
    const stop = changes.watch(() => notified.push('first'));
    changes.watch(() => notified.push('second'));

    changes.notify();
    stop();
    changes.notify();

    expect(notified).toEqual(['first', 'second', 'second']);
  });

  test('are sent when a call of the service is logged and after a change by the control API, not after a read', async () => {
    const { sandbox, service } = started();
    let count = 0;
    const stop = service.changes.watch(() => {
      count += 1;
    });

    await send(sandbox, 'createContract', { body: parentRequest() });
    await service.requestLog.flush();
    const afterCall = count;
    await sandbox.control.freeze();
    const afterControl = count;
    await sandbox.control.clock();
    stop();

    expect([afterCall, afterControl, count]).toEqual([1, 2, 2]);
  });
});
