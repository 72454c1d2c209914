import { contractCases } from './schema-cases/contract-cases.ts';
import { customerCases } from './schema-cases/customer-cases.ts';
import { partyCases } from './schema-cases/party-cases.ts';
import { paymentCases } from './schema-cases/payment-cases.ts';
import type { SchemaCase } from './schema-cases/schema-case.ts';
import { userCases } from './schema-cases/user-cases.ts';

/** Every rule held by a schema, with accepted and refused values. */
export const schemaCases: SchemaCase[] = [
  ...customerCases,
  ...contractCases,
  ...partyCases,
  ...paymentCases,
  ...userCases,
];
