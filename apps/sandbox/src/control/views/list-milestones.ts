import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { fromHalalas } from '../../domain/halalas.ts';
import { listContractTitles } from '../../domain/milestones/get-contract.ts';
import { readMilestoneDetails, titleColumn } from '../../domain/milestones/milestone-details.ts';
import { listNamedParties, type NamedParty } from '../../domain/parties/list-parties.ts';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';
import type { MilestoneState, Row } from '../../storage/tables.ts';

/** A milestone in a list. The amount is as on the wire, times are milliseconds since 1970 on the tenant's clock. */
export type ListedMilestone = ControlSchema<'MilestonePage'>['milestones'][number];

/** Which milestones of a tenant to list. */
export interface MilestoneFilter {
  tenantId: string;
  limit: number;
  /** The id after which the page begins. Default: from the newest. */
  before?: string | undefined;
  /** Default: every state. */
  state?: MilestoneState | undefined;
  /** A text to find in an id, the title of the milestone or its contract, or the phone number or name of a party. */
  text?: string | undefined;
}

/** Lists a tenant's milestones, newest first. */
export async function listMilestones(db: Db, filter: MilestoneFilter): Promise<ListedMilestone[]> {
  const { tenantId, limit, before, state, text } = filter;
  let query = db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'contractId', 'shortId', 'state', 'itemPrice', 'detailsJson', 'createdAt', 'updatedAt']);
  if (before !== undefined) query = query.where('id', '<', before);
  if (state !== undefined) query = query.where('state', '=', state);
  if (text !== undefined) {
    const own = containsText(db, text, ['id', 'contractId', 'shortId', titleColumn(db, 'milestones')]);
    const named = contractsOfTitle(db, { tenantId, text });
    const ofPerson = milestonesOfPerson(db, { tenantId, text });
    query = query.where((eb) => eb.or([own, eb('contractId', 'in', named), eb('id', 'in', ofPerson)]));
  }
  const rows = await query.execute();
  const parties = await listNamedParties(db, { tenantId, milestoneIds: rows.map(({ id }) => id) });
  const titles = await listContractTitles(db, { tenantId, contractIds: rows.map(({ contractId }) => contractId) });
  return rows.map((row) => ({
    ...toListed(row, parties.get(row.id) ?? []),
    contractTitle: titles.get(row.contractId) ?? null,
  }));
}

/** The contracts with this text in their title. */
function contractsOfTitle(db: Db, { tenantId, text }: { tenantId: string; text: string }) {
  return db
    .selectFrom('contracts')
    .where('tenantId', '=', tenantId)
    .where(containsText(db, text, [titleColumn(db, 'contracts')]))
    .select('id');
}

/** The milestones with a party whose phone number or name contains this text. */
function milestonesOfPerson(db: Db, { tenantId, text }: { tenantId: string; text: string }) {
  const named = db
    .selectFrom('users')
    .where('tenantId', '=', tenantId)
    .where(containsText(db, text, ['firstName', 'lastName']))
    .select('id');
  return db
    .selectFrom('parties')
    .where('tenantId', '=', tenantId)
    .where((eb) => eb.or([containsText(db, text, ['parties.phone']), eb('userId', 'in', named)]))
    .select('milestoneId');
}

type ListedRow = Pick<
  Row<'milestones'>,
  'id' | 'contractId' | 'shortId' | 'state' | 'itemPrice' | 'detailsJson' | 'createdAt' | 'updatedAt'
>;

function toListed(
  { id, detailsJson, itemPrice, ...row }: ListedRow,
  parties: NamedParty[],
): Omit<ListedMilestone, 'contractTitle'> {
  const { title, currency } = readMilestoneDetails(detailsJson);
  return {
    ...row,
    milestoneId: id,
    itemPrice: fromHalalas(itemPrice),
    title,
    currency,
    parties: parties.map(({ phoneNumber, role, amount, name }) => ({ phoneNumber, role, amount, name })),
  };
}
