import type { Schemas } from './registered.ts';

// Schemas of the document that signatures use. They follow a registered deployment.

/** A schema as a mapped type, which editors and compilers show by the name of its alias. */
type Named<Name extends keyof Schemas> = { [Field in keyof Schemas[Name]]: Schemas[Name][Field] };

/** An address, needed for a cash-out by bank transfer (ADDR-1, ADDR-2). */
export type Address = Named<'Address'>;
/** The milestones that the service added. */
export type AddedMilestones = Named<'AddedMilestones'>;
/** A bank account, needed by everyone who receives money (BANK-1, BANK-3). */
export type BankAccount = Named<'BankAccount'>;
/** The party of your organization. */
export type BrokerParty = Named<'BrokerParty'>;
/** A contract that the service created. */
export type CreatedContract = Named<'CreatedContract'>;
/** A milestone that the service created, with its fee. */
export type CreatedMilestone = Named<'CreatedMilestone'>;
/** The party of a buyer. */
export type CustomerParty = Named<'CustomerParty'>;
/** The body of `legacy.addAddress`. */
export type LegacyAddAddressRequest = Named<'LegacyAddAddressRequest'>;
/** The body of `legacy.addIban`. */
export type LegacyAddIbanRequest = Named<'LegacyAddIbanRequest'>;
/** A user to sign up. */
export type LegacySignUpRequest = Named<'LegacySignUpRequest'>;
/** A user to link. */
export type LinkUserRequest = Named<'LinkUserRequest'>;
/** A milestone to add. */
export type MilestoneRequest = Named<'MilestoneRequest'>;
/** A body that the service does not describe. */
export type NotShownBody = Schemas['NotShownBody'];
/** Whether a one-time password is valid. */
export type OtpValidation = Named<'OtpValidation'>;
/** A parent contract to create. */
export type ParentContractRequest = Named<'ParentContractRequest'>;
/** The party of a seller. */
export type ProviderParty = Named<'ProviderParty'>;
/** A buyer or seller to register or link. */
export type RegisterCustomerRequest = Named<'RegisterCustomerRequest'>;
/** The ids of a registered customer. */
export type RegisteredCustomer = Named<'RegisteredCustomer'>;
/** Changes of a user. */
export type UpdateUserRequest = Named<'UpdateUserRequest'>;
/** A one-time password to check. */
export type ValidateOtpRequest = Named<'ValidateOtpRequest'>;
