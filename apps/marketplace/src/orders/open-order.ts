import type { ContractToOpen, InDoubt, OpenContractResults } from '@escrow-kit/client';
import { toRiyals } from '../money.ts';
import type { Shop } from '../shop.ts';
import { findOrder, type Order, partNames, parts, updateOrder } from './order.ts';
import { moveOrder } from './order-states.ts';

export const orderKey = (orderId: string): string => `order-${orderId}`;

/**
 * Opens the contract of an order that is PLACED, after which it is OPEN. It goes on where an earlier run stopped, and repeats
 * nothing: after a crash, after a refusal, and with the operator's answer to a step in doubt.
 * @throws EscrowError
 */
export async function openOrder(
  { escrow, storage, config }: Shop,
  orderId: string,
  inDoubt?: InDoubt<OpenContractResults>,
): Promise<void> {
  const order = await findOrder(storage, orderId);
  if (order?.state !== 'PLACED') return;
  const { contractId, milestones } = await escrow.flows.openContract(contractOf(order, config.escrow.brokerPhone), {
    key: orderKey(orderId),
    journal: storage.journal,
    inDoubt,
  });
  // They stand in the order of `parts`, as contractOf has them.
  const [deposit, rest] = milestones;
  if (!deposit || !rest) throw new Error(`Contract ${contractId} lacks a milestone.`);
  const payments = {
    deposit: { ...order.payments.deposit, milestoneId: deposit.id },
    rest: { ...order.payments.rest, milestoneId: rest.id },
  };
  await storage.write(updateOrder({ ...order, state: moveOrder(order.state, 'OPEN'), contractId, payments }));
}

const terms = {
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
} as const;

function contractOf(order: Order, brokerPhone: string): ContractToOpen {
  const { title, description, deadLine, buyerPhone, sellerPhone, payments } = order;
  return {
    parent: { ...terms, contractClassification: 'BASIC', itemDetail: { title, description } },
    milestones: parts.map((part) => {
      const { amount, commission } = payments[part];
      return {
        milestone: {
          ...terms,
          itemDetail: { title: partNames[part], description },
          itemPrice: toRiyals(amount),
          deadLine,
        },
        parties: [
          { role: 'CUSTOMER', phoneNumber: buyerPhone, amount: toRiyals(amount) },
          { role: 'PROVIDER', phoneNumber: sellerPhone, amount: toRiyals(amount - commission) },
          { role: 'BROKER', phoneNumber: brokerPhone, amount: toRiyals(commission) },
        ],
      };
    }),
  };
}
