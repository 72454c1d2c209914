import {
  amountUnit,
  documentOrigins,
  hostNames,
  initialStatus,
  milestoneParties,
  milestoneRequest,
  operationTable,
  partyRoles,
  registeredPhone,
  secretFields,
  tokenKinds,
} from '../generated/service.ts';
import type { Deployment } from './deployment.ts';

/** The deployment that the service's document describes. */
export const serviceDeployment: Deployment = {
  ...{ operationTable, hostNames, tokenKinds, secretFields, documentOrigins, partyRoles, amountUnit, initialStatus },
  checks: { milestoneParties, milestoneRequest, registeredPhone },
};
