// A copy of it beside each generated client imports that client's types. The compiler reports a mark without an error.
import type { MilestoneRequest, Party } from './generated/service.ts';

export const milestone: MilestoneRequest = {
  type: 'MILESTONE_CONTRACT',
  senderRole: 'BROKER',
  itemDetail: { title: 'A handmade table', description: 'Made of oak' },
  itemPrice: 1000,
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  deadLine: '2030-01-01T00:00:00Z',
  serviceTermsAccepted: true,
  // @ts-expect-error
  paymentMethods: ['MANUAL_BANK_TRANSFER'],
};

export const provider: Party = {
  phoneNumber: '+966500000001',
  role: 'PROVIDER',
  amount: 950,
  arbitrator: false,
  // @ts-expect-error
  isSender: false,
};
