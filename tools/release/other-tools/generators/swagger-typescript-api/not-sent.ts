import { deadLine, itemDetail, seller } from '../main-job.ts';
import type { MilestoneRequest, Party } from './generated/service.ts';

export const milestone: MilestoneRequest = {
  type: 'MILESTONE_CONTRACT',
  senderRole: 'BROKER',
  itemDetail,
  itemPrice: 1000,
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  deadLine,
  serviceTermsAccepted: true,
  // @ts-expect-error
  paymentMethods: ['MANUAL_BANK_TRANSFER'],
};

export const provider: Party = {
  phoneNumber: seller,
  role: 'PROVIDER',
  amount: 950,
  arbitrator: false,
  // @ts-expect-error
  isSender: false,
};
