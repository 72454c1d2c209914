import type { ControlHandler } from '../document/control-call.ts';
import { controlDocument } from '../document/document.ts';
import { describeService as describe } from '../views/describe-service.ts';

/** Answers where the process serves and its store answers. */
export const getHealth: ControlHandler<'getHealth'> = async ({ service }) => {
  await service.db.selectFrom('tenants').select('id').limit(1).execute();
  return { status: 'ok' };
};

/** Returns the document of the control API. */
export const getControlDocument: ControlHandler<'getControlDocument'> = async () => ({ ...controlDocument });

/** Lists the operations and the rules of the service's document. */
export const describeService: ControlHandler<'describeService'> = async () => describe();
