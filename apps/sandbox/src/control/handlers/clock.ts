import { advanceClock as advance } from '../../delivery/advance-clock.ts';
import { freezeClock as freeze, resumeClock as resume } from '../../domain/clock/clock.ts';
import { findTenant } from '../../domain/tenants/tenant.ts';
import type { ControlHandler } from '../control-call.ts';
import { describeClock } from '../views/describe-tenant.ts';

export const getClock: ControlHandler<'getClock'> = async ({ service, tenant }) =>
  describeClock(tenant.clock, service.systemNow());

export const freezeClock: ControlHandler<'freezeClock'> = async ({ service, tenant }) => {
  const clock = await freeze(service.db, { tenantId: tenant.id, systemNow: service.systemNow() });
  service.wake();
  return describeClock(clock, service.systemNow());
};

export const resumeClock: ControlHandler<'resumeClock'> = async ({ service, tenant }) => {
  const clock = await resume(service.db, { tenantId: tenant.id, systemNow: service.systemNow() });
  service.wake();
  return describeClock(clock, service.systemNow());
};

export const advanceClock: ControlHandler<'advanceClock'> = async ({ service, tenant, body }) => {
  const actions = await advance(service, { tenantId: tenant.id, seconds: body.seconds });
  const { clock } = (await findTenant(service.db, tenant.id)) ?? tenant;
  return { clock: describeClock(clock, service.systemNow()), actions };
};
