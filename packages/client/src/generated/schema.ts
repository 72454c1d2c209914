// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

/**
         * A phone number in E.164 form. Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +966500000001.
         * @example +966500000001
         */
export type PhoneNumber = string;
/** A buyer or seller, new to the service or linked to the organization by the same call. Send phoneNumber, firstName and lastName, all as text. */
export interface RegisterCustomerRequest {
    phoneNumber?: PhoneNumber;
    /** Send firstName as text. */
    firstName?: string;
    /** Send lastName as text. */
    lastName?: string;
}
/** The registered customer. This result is not wrapped in data. */
export interface RegisteredCustomer {
    /** The id to use for this buyer or seller everywhere. */
    serviceUserId: number;
    userIdentification: number;
}
/** The body of a refusal that the service does not describe. */
export interface NotShownRefusal {
    [key: string]: unknown;
}
/**
         * A currency code. Send the currency code as text, such as SAR.
         * @example SAR
         */
export type Currency = "SAR" | (string & {});
/** Where a user receives money. A seller needs one, and a buyer for a refund. Send iban, currency, beneficiaryName and nationalId, all as text. */
export interface BankAccount {
    /** A Saudi IBAN. Write the Saudi IBAN as SA followed by 22 digits, without spaces. */
    iban: string;
    currency: Currency;
    /** Send beneficiaryName, the name of the account holder, as text. */
    beneficiaryName: string;
    /** The national identity number of the holder. Send nationalId, the account holder's national identity number, in quotes and not as a number. */
    nationalId: string;
}
/** A body that the service does not describe. */
export interface NotShownBody {
    [key: string]: unknown;
}
/** A user's address, needed with the bank account for cash-out by bank transfer. Send at least addressLabel and countryCode, and every field as text. */
export interface Address {
    addressLabel: "HOME" | "WORK" | (string & {});
    countryCode: "SA" | (string & {});
    street?: string;
    district?: string;
    city?: string;
    postalCode?: string;
}
/** The national identity number to verify. Send nationalId, text of exactly 10 digits. */
export interface NationalIdRequest {
    /** Write nationalId as exactly 10 digits in quotes, without spaces. */
    nationalId: string;
}
/** A one-time password as the user typed it. Send type, phoneNumber and otp. */
export interface ValidateOtpRequest {
    /**
     * SERVICE_OTP for ordinary verification, NATIONAL_ID_OTP for the national identity. Set type to SERVICE_OTP or NATIONAL_ID_OTP.
     */
    type: "SERVICE_OTP" | "NATIONAL_ID_OTP";
    /** The phone that received the password. Send phoneNumber, the phone that received the password, as text. */
    phoneNumber: string;
    /** Send otp as a number without quotes. */
    otp: number;
}
/** Whether the password was right. */
export interface OtpValidation {
    valid: boolean;
}
export interface OtpValidationResult {
    data: OtpValidation;
}
/** What is sold. Send itemDetail as an object with title and description, both text. */
export interface ItemDetail {
    title: string;
    description: string;
}
/** The parent of a contract. It groups milestones and holds no money. Send type, senderRole, contractClassification, currency, itemPrice, itemDetail, returnPolicy, returnFeePayee, serviceTermsAccepted and isParent. */
export interface ParentContractRequest {
    /**
     * Set type to COMPLEX_CONTRACT, the only type of a parent.
     */
    type?: "COMPLEX_CONTRACT";
    /**
     * The organization's administrator creates the contract, not the seller. Set senderRole to BROKER, whoever the seller is.
     */
    senderRole?: "BROKER";
    /** Send contractClassification as text, such as BASIC. */
    contractClassification: "BASIC" | (string & {});
    currency: Currency;
    /**
     * Always 0. Each milestone has its own amount. Set itemPrice to 0 and give each milestone its amount, the parent holds no money.
     */
    itemPrice?: 0;
    itemDetail: ItemDetail;
    /** Send returnPolicy as text, such as NO_RETURN. */
    returnPolicy: "NO_RETURN" | (string & {});
    /** Send returnFeePayee as text, such as PROVIDER. */
    returnFeePayee: "PROVIDER" | (string & {});
    /**
     * The caller accepts the terms of the service. Client libraries do not fill this in. Set serviceTermsAccepted to true to accept the terms of the service, a parent needs that.
     */
    serviceTermsAccepted: true;
    /**
     * Set isParent to true, this call creates nothing but parents.
     */
    isParent?: true;
}
/** The parent as created. Later calls name its id in their path. */
export interface CreatedContract {
    id: string;
    type: "COMPLEX_CONTRACT" | (string & {});
    senderRole: "BROKER" | (string & {});
    /**
     * SUBMITTED belongs to the organization portal and never comes back from the API.
     */
    status: "CREATED";
}
export interface CreatedContractResult {
    data: CreatedContract;
}
/** One escrow transaction. It holds the money. Send type, senderRole, itemDetail, itemPrice, currency, returnPolicy, returnFeePayee, deadLine and serviceTermsAccepted for each milestone. */
export interface MilestoneRequest {
    /**
     * Set type to MILESTONE_CONTRACT, the only type of a milestone.
     */
    type?: "MILESTONE_CONTRACT";
    /**
     * Set senderRole to BROKER, whoever the seller is.
     */
    senderRole?: "BROKER";
    itemDetail: ItemDetail;
    /** The escrow amount, from which the service calculates balances. The fee comes out of the organization's wallet. Send itemPrice, the escrow amount, as a number without quotes. */
    itemPrice: number;
    currency: Currency;
    /** Send returnPolicy as text, such as NO_RETURN. */
    returnPolicy: "NO_RETURN" | (string & {});
    /** Send returnFeePayee as text, such as PROVIDER. */
    returnFeePayee: "PROVIDER" | (string & {});
    /**
     * Format: utc-timestamp
     * An ISO 8601 timestamp in UTC, in any of its forms. The pattern checks the form, the format checks that day and time exist. Write deadLine as an ISO 8601 timestamp in UTC, such as 2030-01-01T00:00:00Z.
     */
    deadLine: string;
    /** Set serviceTermsAccepted to true or false, without quotes. */
    serviceTermsAccepted: boolean;
    /** Must not be sent. The setting is made for the organization at onboarding. Remove paymentMethods, they are set for the organization at onboarding. */
    paymentMethods?: never;
    /** Must not be sent. The setting is made for the organization at onboarding. Remove isDeliverable, delivery is set for the organization at onboarding. */
    isDeliverable?: never;
    /** Must not be sent. The setting is made for the organization at onboarding. Remove isInspectable, inspection is set for the organization at onboarding. */
    isInspectable?: never;
}
/** Send milestones, a list of milestones. */
export interface AddMilestonesRequest {
    milestones: MilestoneRequest[];
}
/** A milestone as created. */
export interface CreatedMilestone {
    /** The milestone id, which webhook events call contractId. */
    id: string;
    itemPrice: number;
    /** Calculated by the service. */
    fee: number;
    /** A fraction, so 0.04 stands for 4 percent. */
    feePercentage: number;
    /** @enum {string} */
    status: "CREATED";
}
export interface AddedMilestones {
    parentContractId: string;
    milestones: CreatedMilestone[];
}
export interface AddedMilestonesResult {
    data: AddedMilestones;
}
/** The phone by which the service finds the registered user. Send phoneNumber, the number that the user was registered with, as text. */
export type PartyPhoneNumber = string;
/** Send amount as a number without quotes. */
export type PartyAmount = number;
/** The organization's administrator. Send phoneNumber, role, amount, arbitrator and isSender for a broker. */
export interface BrokerParty {
    phoneNumber: PartyPhoneNumber;
    /**
     * Which kind it is.
     */
    role: "BROKER";
    amount: PartyAmount;
    /**
     * Set arbitrator to true, a broker is always the arbitrator.
     */
    arbitrator?: true;
    /**
     * Set isSender to true, a broker is always a sender.
     */
    isSender?: true;
}
/** The buyer. Send phoneNumber, role, amount, arbitrator and isSender for a customer. */
export interface CustomerParty {
    phoneNumber: PartyPhoneNumber;
    /**
     * Which kind it is.
     */
    role: "CUSTOMER";
    amount: PartyAmount;
    /**
     * Set arbitrator to false, a customer is never the arbitrator.
     */
    arbitrator?: false;
    /**
     * Set isSender to true, a customer is always a sender.
     */
    isSender?: true;
}
/** The seller. Send phoneNumber, role and amount for a provider, and no isSender. */
export interface ProviderParty {
    phoneNumber: PartyPhoneNumber;
    /**
     * Which kind it is.
     */
    role: "PROVIDER";
    amount: PartyAmount;
    /** Set arbitrator to true or false, without quotes, or leave it out. */
    arbitrator?: boolean;
    /** Must not be sent. The service takes it as false. Remove isSender from the provider, either value is refused. */
    isSender?: never;
}
/** A participant of a milestone. Set role to BROKER, CUSTOMER or PROVIDER. */
export type Party = BrokerParty | CustomerParty | ProviderParty;
/** On each milestone the CUSTOMER amounts add up to exactly the BROKER and PROVIDER amounts together, which a schema can't state. Send the parties of a milestone as a list, also where there is only one. */
export type MilestoneParties = Party[];
/** Send mileStonesParties with a capital S and P, an object from milestone id to the list of its parties. */
export interface AddPartiesRequest {
    /** The parties of each milestone, by milestone id. The name is spelled as the service spells it. Send an object whose keys are milestone ids and whose values are lists of parties. */
    mileStonesParties: {
        [key: string]: MilestoneParties;
    };
}
export interface StartedPayment {
    /**
     * Format: uri
     * Address of the hosted checkout, whose host differs by environment: that of the sandbox is not that of production. The
     *     segment after /external/ is the shortId, and the query carries client_id and payment_methods, which the organization does
     *     not set: a list with commas of MANUAL_BANK_TRANSFER and of providers of cards, wallets and instalments.
     */
    data: string;
}
/** The client and the one payment of one buyer that the ticket is for. Sent as a form. Send grant_type, client_id, client_secret, login_hint and scope as form fields. */
export interface TicketRequest {
    /**
     * Set grant_type to urn:service:params:oauth:grant-type:customer-token-exchange, no other is accepted.
     */
    grant_type?: "urn:service:params:oauth:grant-type:customer-token-exchange";
    /** Send client_id once, as text. */
    client_id: string;
    /** Send client_secret once, as text. */
    client_secret: string;
    /** The buyer's phone. Send login_hint, the buyer's phone number, once and as text. */
    login_hint: string;
    /** payment:<shortId>, with the shortId of the checkout URL. Any other reference makes later calls fail. Set scope to payment:<shortId>, the shortId being the segment after /external/ in the checkout URL. */
    scope: string;
}
/** Opens the checkout for one buyer and one payment. This result is not wrapped in data. */
export interface Ticket {
    ticket: string;
    /** Lifetime of the ticket. */
    expiresIn: number;
}
export type TicketRefusal = {
    /** consent_rejected when the buyer declined the organization, invalid_grant when the buyer is not linked to the client. */
    error: "consent_rejected" | "invalid_grant" | (string & {});
} & {
    [key: string]: unknown;
};
/** Send phoneNumber, firstName, lastName and clientUserId, all as text. */
export interface LegacySignUpRequest {
    phoneNumber: string;
    firstName: string;
    lastName: string;
    /** The organization's own id of the user. */
    clientUserId: string;
}
export interface LegacySignedUpUser {
    /** The user id. */
    id: string | number;
    preExistingUser: boolean;
    /** The customer's password for getting the legacy payment-time token; it is not a token itself. Store it encrypted, and keep it out of logs, browsers and checkout URLs. */
    clientUserToken: string;
}
export interface LegacySignUpResult {
    data: LegacySignedUpUser;
}
/** Any JSON at all, the service does not say what it takes. Use addBankAccount instead. */
export type LegacyAddIbanRequest = unknown;
/** Any JSON at all, the service does not say what it takes. Use addAddress instead. */
export type LegacyAddAddressRequest = unknown;
/** Free-form notes of the organization. Send metadata as an object, or leave it out. */
export interface Metadata {
    [key: string]: unknown;
}
/** Send at least email, phone and name, all as text. */
export interface LinkUserRequest {
    /** Send email as text. */
    email: string;
    phone: PhoneNumber;
    /** The full name. Send name, the full name, as text. */
    name: string;
    metadata?: Metadata;
}
export interface LinkedUser {
    /** An identifier in the style of usr_…. */
    user_id: string;
    /** A token of the user. The name is as the service publishes it. */
    waffy_token: string;
    status: "linked" | "verified" | (string & {});
    verification_required: boolean;
    /** Format: date-time */
    created_at: string;
    metadata?: Metadata;
}
export interface ResultMeta {
    request_id: string;
    /** Format: date-time */
    timestamp: string;
}
export interface LinkedUserResult {
    success: boolean;
    data: LinkedUser;
    meta: ResultMeta;
}
/** How the Users API refuses invalid input. */
export interface ValidationRefusal {
    /** @enum {boolean} */
    success: false;
    error: {
        /** @enum {string} */
        code: "VALIDATION_ERROR";
        message: string;
        details: {
            field: string;
            /** What was sent in that field. */
            value?: unknown;
        };
    };
}
export interface VerificationStatus {
    email_verified: boolean;
    phone_verified: boolean;
    kyc_status: "approved" | (string & {});
}
export interface UserRecord {
    /** An identifier in the style of usr_…. */
    user_id: string;
    email?: string;
    phone?: PhoneNumber;
    name?: string;
    metadata?: Metadata;
    status?: "linked" | "verified" | (string & {});
    waffy_token?: string;
    verification_status: VerificationStatus;
    /** Format: date-time */
    created_at?: string;
    /** Format: date-time */
    updated_at?: string;
}
export interface UserRecordResult {
    success: boolean;
    data: UserRecord;
    meta: ResultMeta;
}
/** How the Users API answers for an unknown user. */
export interface UserNotFoundRefusal {
    /** @enum {boolean} */
    success: false;
    error: {
        /** @enum {string} */
        code: "USER_NOT_FOUND";
        message: string;
    };
}
/** Send name, phone or metadata in an object. */
export interface UpdateUserRequest {
    /** Send name, the full name, as text. */
    name?: string;
    phone?: PhoneNumber;
    metadata?: Metadata;
}
/** Any JSON at all, the service does not say what it takes. */
export type CreateGenericContractRequest = unknown;
/** Any JSON at all, the service does not say what it takes. */
export type UpdateGenericMilestoneRequest = unknown;
/** Any JSON at all, the service does not say what it takes. */
export type CreatePaymentRequest = unknown;
/** Any JSON at all, the service does not say what it takes. */
export type CreateVirtualIbanRequest = unknown;
/** Any JSON at all, the service does not say what it takes. */
export type CreateWebhookRequest = unknown;
/** The buyer has paid and the money is in escrow. */
export interface PaidContractEvent {
    /** The milestone id, in spite of its name. */
    contractId: string;
    /** @enum {string} */
    status: "PAID";
    /** Reference of a transaction. */
    referenceId: string;
}
/**
         * Any other progress, such as CASHOUT_IN_PROGRESS when the release begins and COMPLETED when all parties are paid.
         *     Fields and statuses that are not listed here are to be kept, not refused.
         */
export interface OtherContractEvent {
    /** The milestone id, in spite of its name. */
    contractId?: string;
    status: "CASHOUT_IN_PROGRESS" | "COMPLETED" | (string & {});
    /** Reference of a transaction. */
    referenceId?: string;
}
/** Progress of one milestone. Only PAID is shown with every field. */
export type ContractEvent = PaidContractEvent | OtherContractEvent;
export interface paths {
    "/realms/service/service-partner/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a customer or link an existing one
         * Send this once for each buyer and seller before their contract. A newly linked customer has yet to consent.
         */
        post: operations["registerCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/external/{serviceUserId}/banks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a bank account to a customer
         * The seller needs one, and the buyer for a refund.
         */
        post: operations["addBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/profiles/{serviceUserId}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an address to a customer
         * Cash-out by bank transfer needs an address and a bank account.
         */
        post: operations["addAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/external/{userId}/national-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user whose national identity is submitted.
                 * @example 1001
                 */
                userId: components["parameters"]["partnerUserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Submit a national identity number
         * A one-time password goes to the phone registered with that identity, which may differ from the user's phone here.
         */
        patch: operations["submitNationalId"];
        trace?: never;
    };
    "/api/external/otps/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a one-time password */
        post: operations["validateOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the parent of a contract
         * Register every participant first.
         */
        post: operations["createContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/contracts/{contractId}/milestones": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the parent contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Add milestones to a contract */
        patch: operations["addMilestones"];
        trace?: never;
    };
    "/api/external/contracts/{contractId}/parties": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the parent contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add the parties of the milestones
         * Afterwards each milestone waits for payment by itself, there is no call to publish it.
         */
        patch: operations["addParties"];
        trace?: never;
    };
    "/api/external/contracts/startPayment/{milestoneId}/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
                /**
                 * The client that signed in and created the contract.
                 * @example sandbox-client
                 */
                clientId: components["parameters"]["clientId"];
            };
            cookie?: never;
        };
        /**
         * Get the address of the hosted checkout
         * The clientId is the client that signed in and created the contract.
         */
        get: operations["startPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/realms/service/protocol/openid-connect/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a ticket for one payment of one buyer
         * The credentials are in the form, no bearer token is sent. Send `Accept: application/json`.
         *     Ask right before the redirect. A buyer whose consent is pending gets a ticket too, the checkout checks consent again.
         */
        post: operations["requestTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/api/users/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a customer up
         * @deprecated
         */
        post: operations["legacySignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/IBAN": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a bank account to a user
         * @deprecated
         */
        post: operations["legacyAddIban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profiles/{id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an address to a user
         * @deprecated
         */
        post: operations["legacyAddAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link a user */
        post: operations["linkUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /** Read a user */
        get: operations["getUser"];
        /** Change a user */
        put: operations["updateUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a contract */
        post: operations["createGenericContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        /** Read a contract */
        get: operations["getGenericContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts/{id}/milestones/{milestoneId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
                /**
                 * The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change a milestone
         * The service calls both path parameters id; this document renames the second one.
         */
        put: operations["updateGenericMilestone"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a payment */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/virtual-iban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate a virtual bank account number */
        post: operations["createVirtualIban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        /** Read a payment */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * The address for contract events is set by the service operator at onboarding, not by this call.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        PhoneNumber: PhoneNumber;
        RegisterCustomerRequest: RegisterCustomerRequest;
        RegisteredCustomer: RegisteredCustomer;
        NotShownRefusal: NotShownRefusal;
        Currency: Currency;
        BankAccount: BankAccount;
        NotShownBody: NotShownBody;
        Address: Address;
        NationalIdRequest: NationalIdRequest;
        ValidateOtpRequest: ValidateOtpRequest;
        OtpValidation: OtpValidation;
        OtpValidationResult: OtpValidationResult;
        ItemDetail: ItemDetail;
        ParentContractRequest: ParentContractRequest;
        CreatedContract: CreatedContract;
        CreatedContractResult: CreatedContractResult;
        MilestoneRequest: MilestoneRequest;
        AddMilestonesRequest: AddMilestonesRequest;
        CreatedMilestone: CreatedMilestone;
        AddedMilestones: AddedMilestones;
        AddedMilestonesResult: AddedMilestonesResult;
        PartyPhoneNumber: PartyPhoneNumber;
        PartyAmount: PartyAmount;
        BrokerParty: BrokerParty;
        CustomerParty: CustomerParty;
        ProviderParty: ProviderParty;
        Party: Party;
        MilestoneParties: MilestoneParties;
        AddPartiesRequest: AddPartiesRequest;
        StartedPayment: StartedPayment;
        TicketRequest: TicketRequest;
        Ticket: Ticket;
        TicketRefusal: TicketRefusal;
        LegacySignUpRequest: LegacySignUpRequest;
        LegacySignedUpUser: LegacySignedUpUser;
        LegacySignUpResult: LegacySignUpResult;
        LegacyAddIbanRequest: LegacyAddIbanRequest;
        LegacyAddAddressRequest: LegacyAddAddressRequest;
        Metadata: Metadata;
        LinkUserRequest: LinkUserRequest;
        LinkedUser: LinkedUser;
        ResultMeta: ResultMeta;
        LinkedUserResult: LinkedUserResult;
        ValidationRefusal: ValidationRefusal;
        VerificationStatus: VerificationStatus;
        UserRecord: UserRecord;
        UserRecordResult: UserRecordResult;
        UserNotFoundRefusal: UserNotFoundRefusal;
        UpdateUserRequest: UpdateUserRequest;
        CreateGenericContractRequest: CreateGenericContractRequest;
        UpdateGenericMilestoneRequest: UpdateGenericMilestoneRequest;
        CreatePaymentRequest: CreatePaymentRequest;
        CreateVirtualIbanRequest: CreateVirtualIbanRequest;
        CreateWebhookRequest: CreateWebhookRequest;
        PaidContractEvent: PaidContractEvent;
        OtherContractEvent: OtherContractEvent;
        ContractEvent: ContractEvent;
    };
    responses: {
        /** The token is missing or unknown. */
        MissingToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** A token of another kind than the organization token. */
        NeedsOrganizationToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** The body is not in a documented media type. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** Any other refusal. Expect any status, with any body or none. */
        OtherRefusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** The service accepted the request. */
        NotShownSuccess: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownBody;
            };
        };
        /** Neither a legacy user token nor a client admin token. */
        NeedsIdentityToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** The organization token was sent where the client admin token is needed. */
        NeedsClientAdminToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** A token of another kind than the legacy app token. */
        NeedsLegacyAppToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** A token of another kind than the legacy user token. */
        NeedsLegacyUserToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** A bearer token other than the API key. */
        NeedsApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** Too many requests in a minute. The limit is 100 in the sandbox and 1000 in production. */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
        /** The user is unknown. */
        UserNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": UserNotFoundRefusal;
            };
        };
        /** The body is not JSON. */
        MalformedGenericBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": NotShownRefusal;
            };
        };
    };
    parameters: {
        /**
         * The serviceUserId that registering the customer returned.
         * @example 1001
         */
        serviceUserId: string | number;
        /**
         * The user whose national identity is submitted.
         * @example 1001
         */
        partnerUserId: string | number;
        /**
         * The id of the parent contract.
         * @example contract-example-1
         */
        contractId: string | number;
        /**
         * The id of the milestone, not of the parent contract.
         * @example milestone-example-1
         */
        milestoneId: string | number;
        /**
         * The client that signed in and created the contract.
         * @example sandbox-client
         */
        clientId: string | number;
        /**
         * The id of the user.
         * @example 1001
         */
        legacyId: string | number;
        /**
         * The user_id of the Users API, in the style of usr_….
         * @example usr_example_1
         */
        userId: string | number;
        /**
         * The id of the record.
         * @example example-1
         */
        genericId: string | number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    registerCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RegisterCustomerRequest;
            };
        };
        responses: {
            /** The customer is registered and linked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RegisteredCustomer;
                };
            };
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsOrganizationToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    addBankAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BankAccount;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsOrganizationToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    addAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The serviceUserId that registering the customer returned.
                 * @example 1001
                 */
                serviceUserId: components["parameters"]["serviceUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Address;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsOrganizationToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    submitNationalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user whose national identity is submitted.
                 * @example 1001
                 */
                userId: components["parameters"]["partnerUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": NationalIdRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsIdentityToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    validateOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ValidateOtpRequest;
            };
        };
        responses: {
            /** The password was checked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": OtpValidationResult;
                };
            };
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsIdentityToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    createContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ParentContractRequest;
            };
        };
        responses: {
            /** The parent is created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreatedContractResult;
                };
            };
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    addMilestones: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the parent contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AddMilestonesRequest;
            };
        };
        responses: {
            /** The milestones are added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AddedMilestonesResult;
                };
            };
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    addParties: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the parent contract.
                 * @example contract-example-1
                 */
                contractId: components["parameters"]["contractId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AddPartiesRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    startPayment: {
        parameters: {
            query: {
                /**
                 * Where the buyer returns to, URL-encoded like every query value.
                 * @example https://shop.example/return
                 */
                redirectUrl: string;
                /**
                 * What kind of payment it is.
                 * @example PURCHASE
                 */
                paymentType: "PURCHASE" | (string & {});
            };
            header?: never;
            path: {
                /**
                 * The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
                /**
                 * The client that signed in and created the contract.
                 * @example sandbox-client
                 */
                clientId: components["parameters"]["clientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The address to send the buyer to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": StartedPayment;
                };
            };
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsClientAdminToken"];
            /** The milestone does not exist. The answer has no body, and the status is not 404. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    requestTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": TicketRequest;
            };
        };
        responses: {
            /** The ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Ticket;
                };
            };
            /** The buyer declined or is not linked to the client, or the form is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TicketRefusal;
                };
            };
            /** The client id or client secret is wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    legacySignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": LegacySignUpRequest;
            };
        };
        responses: {
            /** The customer is signed up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": LegacySignUpResult;
                };
            };
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsLegacyAppToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    legacyAddIban: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": LegacyAddIbanRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsLegacyUserToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    legacyAddAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the user.
                 * @example 1001
                 */
                id: components["parameters"]["legacyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": LegacyAddAddressRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            /** The request breaks a rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsLegacyUserToken"];
            415: components["responses"]["UnsupportedMediaType"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    linkUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": LinkUserRequest;
            };
        };
        responses: {
            /** The user is linked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": LinkedUserResult;
                };
            };
            /** The input is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ValidationRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UserRecordResult;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The user_id of the Users API, in the style of usr_….
                 * @example usr_example_1
                 */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateUserRequest;
            };
        };
        responses: {
            /** The user is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NotShownBody;
                };
            };
            /** The input is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ValidationRefusal;
                };
            };
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            404: components["responses"]["UserNotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    createGenericContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": CreateGenericContractRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    getGenericContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    updateGenericMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
                /**
                 * The id of the milestone, not of the parent contract.
                 * @example milestone-example-1
                 */
                milestoneId: components["parameters"]["milestoneId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": UpdateGenericMilestoneRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": CreatePaymentRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    createVirtualIban: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": CreateVirtualIbanRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": CreateWebhookRequest;
            };
        };
        responses: {
            200: components["responses"]["NotShownSuccess"];
            400: components["responses"]["MalformedGenericBody"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of the record.
                 * @example example-1
                 */
                id: components["parameters"]["genericId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShownSuccess"];
            401: components["responses"]["MissingToken"];
            403: components["responses"]["NeedsApiKey"];
            429: components["responses"]["RateLimited"];
            "4XX": components["responses"]["OtherRefusal"];
        };
    };
}
