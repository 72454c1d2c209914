// Generated from openapi.bundle.json by `pnpm generate`. Do not edit.

export type HostNames = readonly ["contract","auth","identity","users","legacy"];

export type TokenKinds = readonly ["organization","clientAdmin","legacyUser","legacyApp","apiKey"];

export type OperationIds = readonly ["registerCustomer","addBankAccount","addAddress","submitNationalId","validateOtp","createContract","addMilestones","addParties","startPayment","requestTicket","legacySignUp","legacyAddIban","legacyAddAddress","linkUser","getUser","updateUser","createGenericContract","getGenericContract","updateGenericMilestone","createPayment","createVirtualIban","getPayment","listWebhooks","createWebhook","deleteWebhook"];

export type MilestoneStates = readonly ["CREATED","WAITING_FOR_PAYMENT","PAID","CASHOUT_IN_PROGRESS","COMPLETED"];

export type EventStatuses = readonly ["PAID","CASHOUT_IN_PROGRESS","COMPLETED"];

export type RetryDelaysInSeconds = readonly [1,10,100];

export type RuleTopics = { readonly AUTH: "Tokens"; readonly USER: "Users of the organization"; readonly BANK: "Bank accounts"; readonly ADDR: "Addresses"; readonly ID: "National identity and one-time passwords"; readonly CONTRACT: "Contracts"; readonly MILESTONE: "Milestones"; readonly PARTY: "Parties of a milestone"; readonly STATE: "States of contracts and milestones"; readonly PAY: "Payment start"; readonly TICKET: "Payment tickets"; readonly CHECKOUT: "The hosted checkout"; readonly HOOK: "Webhooks"; readonly UAPI: "Users API"; readonly LEGACY: "Deprecated calls"; readonly ERR: "Errors"; readonly LIMIT: "Limits"; readonly VERSION: "Versions" };
