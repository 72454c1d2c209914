// Generated from openapi.bundle.json by `pnpm generate`. Not to be edited.

export interface paths {
    "/_sandbox/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the sandbox works and reaches its store */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this document */
        get: operations["getControlDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the operations and the rules of the service's document */
        get: operations["describeService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the tenants by id */
        get: operations["listTenants"];
        put?: never;
        /**
         * Creates a tenant
         * @description The credentials are shown in this answer and never again.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Describes a tenant */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        /**
         * Removes a tenant with everything it holds
         * @description The tenant `default` cannot be removed.
         */
        delete: operations["deleteTenant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Returns the settings */
        get: operations["getSettings"];
        /** Changes the settings that are sent and keeps the others */
        put: operations["changeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Sets the address of events and the secret that signs them
         * @description A field that is left out stays as it is (HOOK-6).
         */
        put: operations["setWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Lists users by phone number */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/consents/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The phone number of a linked user, URL-encoded. */
                phoneNumber: components["parameters"]["PhoneNumber"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Grants, declines or withdraws the consent of a linked user
         * @description Takes the place of the consent link and of the organization's own screen (USER-3, USER-4).
         */
        put: operations["setConsent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/otps/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The phone number of a linked user, URL-encoded. */
                phoneNumber: components["parameters"]["PhoneNumber"];
            };
            cookie?: never;
        };
        /** Lists the one-time passwords that a phone received, newest first */
        get: operations["listOtps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/customer-tokens/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The phone number of a linked user, URL-encoded. */
                phoneNumber: components["parameters"]["PhoneNumber"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues a legacy customer token of a linked user
         * @description For the legacy checkout (`userTokenUrl`) and the script's `userToken` (AUTH-10). How the service issues one is not shown. Earlier ones stay valid.
         */
        post: operations["issueCustomerToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Lists contracts, newest first, each with its milestones */
        get: operations["listContracts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/milestones": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Lists milestones, newest first */
        get: operations["listMilestones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/milestones/{milestoneId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        /** Describes a milestone with its ledger, events and allowed moves */
        get: operations["getMilestone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/milestones/{milestoneId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets a party accept its invitation, or all of them */
        post: operations["acceptInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/milestones/{milestoneId}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pays as the buyer */
        post: operations["payMilestone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/milestones/{milestoneId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Releases the money to the parties */
        post: operations["releaseMilestone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/milestones/{milestoneId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Completes the settlement */
        post: operations["completeMilestone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/checkout/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens the checkout as the buyer's browser does
         * @description The ticket is used up. Without a ticket, `buyerPhone` says who signs in.
         */
        post: operations["openCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/checkout/sessions/pay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pays in a session */
        post: operations["payCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/checkout/sessions/consent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grants or declines consent in a session */
        post: operations["giveCheckoutConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Reads the clock */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/clock/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops the clock */
        post: operations["freezeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/clock/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets the clock run again from where it stopped */
        post: operations["resumeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves the clock forward, and does what falls due on the way, each at its own time */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Lists deliveries with their attempts, newest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /** Describes a delivery with its attempts */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a delivery due again */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delivers everything that is due now */
        post: operations["drain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Lists the faults, including those that are used up */
        get: operations["getFaults"];
        /**
         * Replaces the list of faults
         * @description Also removes faults that somebody else has added. To add or remove one, use `addFault` and `removeFault`. If several faults have the same target, only the first one that applies is injected.
         */
        put: operations["setFaults"];
        /**
         * Adds a fault at the end of the list
         * @description The other faults stay as they are, also if somebody else changes them at the same time. If several faults have the same target, only the first one that applies is injected.
         */
        post: operations["addFault"];
        /** Removes every fault */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/faults/{faultId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the fault. */
                faultId: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes one fault
         * @description The other faults stay as they are, also if somebody else changes them at the same time.
         */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /**
         * Lists answered requests, newest first
         * @description Values that the service's document marks as secret or personal are left out.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the request. */
                requestId: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /**
         * Describes an answered request
         * @description Values that the service's document marks as secret or personal are left out.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes everything but credentials, settings and webhook address
         * @description The clock runs again with the system's time, and there are no faults.
         */
        post: operations["resetTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /**
         * Exports the tenant's state
         * @description Contains personal data. Of the credentials it contains only the hashes of legacy user tokens.
         */
        get: operations["exportTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the tenant's state by an exported one
         * @description The tenant keeps its own credentials, webhook address and webhook secret.
         */
        post: operations["importTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/tenants/{tenant}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        /** Streams changes as server-sent events until the connection ends */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @description What kind of refusal it is. */
            error: string;
            /** @description The id of the rule that the call breaks. */
            rule?: string;
            /** @description What is wrong and what to do. */
            message: string;
            /** @description The field that is wrong. */
            field?: string;
            /** @description The user who can't be paid out yet, and what is missing (BANK-3, ADDR-2). */
            receiver?: {
                userId: number;
                missing: ("bankAccount" | "address")[];
            };
            /** @description Everything that is wrong, if there is more than one thing. */
            violations?: {
                field: string;
                message: string;
                rule?: string;
            }[];
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /** @description An OpenAPI document. */
        Document: {
            [key: string]: unknown;
        };
        /** @description What a reader of the log needs from the service's document. */
        ServiceDescription: {
            operations: {
                operationId: string;
                method: string;
                /** @description With placeholders in braces. */
                path: string;
                host: string;
                /** @description The kinds of token that it takes; empty if it takes no token. */
                tokenKinds: string[];
                /** @description The media type of the body; null if there is none. */
                mediaType: string | null;
                /** @description The example bodies of the document, by name. */
                examples: {
                    [key: string]: unknown;
                };
                /** @description The query parameters of the document's examples. */
                queryExample: {
                    [key: string]: unknown;
                };
            }[];
            rules: {
                id: string;
                /** @description The rule in one or two sentences. */
                text: string;
                /**
                 * @description The service states it, it follows from what the service states, or the kit assumes it.
                 * @enum {string}
                 */
                basis: "stated" | "implied" | "assumed";
                /** @description Where the service's description says it; null if it does not. */
                source: string | null;
                /** @description Why the kit holds it although it is not stated; null if it is stated. */
                reason: string | null;
            }[];
        };
        TenantPage: {
            tenants: {
                id: string;
                clientId: string;
            }[];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            nextCursor: string | null;
        };
        NewTenant: {
            /** @description Default: a random one. */
            id?: string;
        };
        /** @description One token of each kind in the service's document. */
        Tokens: {
            organization: string;
            clientAdmin: string;
            legacyUser: string;
            legacyApp: string;
            apiKey: string;
        };
        /** @description Everything an organization gets at onboarding. */
        Credentials: {
            clientId: string;
            clientSecret: string;
            webhookSecret: string;
            tokens: components["schemas"]["Tokens"];
        };
        CreatedTenant: {
            id: string;
            credentials: components["schemas"]["Credentials"];
        };
        Clock: {
            /** @description Milliseconds since 1970 on the tenant's clock. */
            now: number;
            isFrozen: boolean;
            /** @description How far a running clock is ahead of the system's. */
            offsetInMs: number;
        };
        /** @description What the buyer reads at the checkout. */
        OrganizationName: string;
        /** @description Whether parties have to accept before a payment can start (STATE-3). Default: false; they join at once. */
        Invitations: boolean;
        /** @description What the checkout offers (PAY-2). */
        PaymentMethods: string[];
        /** @description Fraction of itemPrice that the service takes from the organization's wallet (MILESTONE-4). Default: 0.04. */
        FeePercentage: number;
        /** @description How long a receiver of webhooks may take to answer (HOOK-3). Default: 10,000. */
        WebhookTimeoutInMs: number;
        /** @description How many requests a minute the Users API takes (UAPI-6). Default: 100, as the service's sandbox. */
        UsersApiRequestsPerMinute: number;
        /** @description About how many requests the log keeps; older ones are removed. Default: 100,000. */
        RequestLogLimit: number;
        /** @description Releases and completes paid milestones after the delays. Default: false, so the control API has to. */
        Automatic: boolean;
        /** @description Delay from the payment to the release. Default: 0. */
        ReleaseAfterInSeconds: number;
        /** @description Delay from the release to the completion. Default: 0. */
        CompleteAfterInSeconds: number;
        /**
         * @description How receivers are paid. A bank transfer needs an address beside the bank account (ADDR-2).
         * @enum {string}
         */
        CashOut: "BANK_TRANSFER" | "OTHER";
        Settlement: {
            automatic: components["schemas"]["Automatic"];
            releaseAfterInSeconds: components["schemas"]["ReleaseAfterInSeconds"];
            completeAfterInSeconds: components["schemas"]["CompleteAfterInSeconds"];
            cashOut: components["schemas"]["CashOut"];
        };
        /** @description What the operator agrees with an organization at onboarding. */
        Settings: {
            organizationName: components["schemas"]["OrganizationName"];
            invitations: components["schemas"]["Invitations"];
            paymentMethods: components["schemas"]["PaymentMethods"];
            feePercentage: components["schemas"]["FeePercentage"];
            webhookTimeoutInMs: components["schemas"]["WebhookTimeoutInMs"];
            usersApiRequestsPerMinute: components["schemas"]["UsersApiRequestsPerMinute"];
            requestLogLimit: components["schemas"]["RequestLogLimit"];
            settlement: components["schemas"]["Settlement"];
        };
        Tenant: {
            id: string;
            clientId: string;
            webhookUrl: string | null;
            clock: components["schemas"]["Clock"];
            settings: components["schemas"]["Settings"];
            /** @description How many of each there are. */
            counts: {
                users: number;
                contracts: number;
                milestones: number;
                events: number;
                pendingDeliveries: number;
                failedDeliveries: number;
                requests: number;
            };
            /** @description The credentials of the default tenant, which are fixed and public. Null for other tenants, whose credentials are shown only on creation. */
            publicCredentials: {
                clientId: string;
                clientSecret: string;
                tokens: components["schemas"]["Tokens"];
            } | null;
        };
        TenantName: {
            id: string;
        };
        SettingsChange: {
            organizationName?: components["schemas"]["OrganizationName"];
            invitations?: components["schemas"]["Invitations"];
            paymentMethods?: components["schemas"]["PaymentMethods"];
            feePercentage?: components["schemas"]["FeePercentage"];
            webhookTimeoutInMs?: components["schemas"]["WebhookTimeoutInMs"];
            usersApiRequestsPerMinute?: components["schemas"]["UsersApiRequestsPerMinute"];
            requestLogLimit?: components["schemas"]["RequestLogLimit"];
            settlement?: {
                automatic?: components["schemas"]["Automatic"];
                releaseAfterInSeconds?: components["schemas"]["ReleaseAfterInSeconds"];
                completeAfterInSeconds?: components["schemas"]["CompleteAfterInSeconds"];
                cashOut?: components["schemas"]["CashOut"];
            };
        };
        Webhook: {
            /**
             * Format: uri
             * @description Where events go; null for nowhere.
             */
            url?: string | null;
            /** @description The key of the signature (HOOK-2). */
            secret?: string;
        };
        WebhookAddress: {
            url: string | null;
        };
        /** @enum {string} */
        ConsentStatus: "PENDING" | "GRANTED" | "DECLINED";
        User: {
            userId: number;
            phoneNumber: string;
            firstName: string | null;
            lastName: string | null;
            consent: components["schemas"]["ConsentStatus"];
            /** @description How many the user has (BANK-3). */
            bankAccounts: number;
            /** @description How many the user has (ADDR-2). */
            addresses: number;
            isIdentityVerified: boolean;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            createdAt: number;
        };
        UserPage: {
            users: components["schemas"]["User"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            nextCursor: string | null;
        };
        Consent: {
            status: components["schemas"]["ConsentStatus"];
        };
        UserConsent: {
            phoneNumber: string;
            status: components["schemas"]["ConsentStatus"];
        };
        OtpList: {
            otps: {
                /** @enum {string} */
                type: "SERVICE_OTP" | "NATIONAL_ID_OTP";
                /** @description What the user reads and types in. */
                otp: number;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                expiresAt: number;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                usedAt: number | null;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                createdAt: number;
            }[];
        };
        CustomerToken: {
            phoneNumber: string;
            /** @description A secret: it opens the checkout for the user's payments. */
            customerToken: string;
        };
        /** @enum {string} */
        MilestoneState: "CREATED" | "WAITING_FOR_PAYMENT" | "PAID" | "CASHOUT_IN_PROGRESS" | "COMPLETED";
        ContractPage: {
            contracts: {
                /** @description The id of the parent contract, which creating it returned as id. An event's contractId is a milestone's id instead. */
                contractId: string;
                /** @description Of the item. */
                title: string | null;
                /** @description Such as SAR. */
                currency: string | null;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                createdAt: number;
                /** @description Oldest first; none before the first one is added. */
                milestones: {
                    milestoneId: string;
                    /** @description Of the item. */
                    title: string | null;
                    state: components["schemas"]["MilestoneState"];
                    /** @description As on the wire. */
                    itemPrice: number;
                }[];
            }[];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            nextCursor: string | null;
        };
        MilestonePage: {
            milestones: {
                milestoneId: string;
                contractId: string;
                shortId: string;
                state: components["schemas"]["MilestoneState"];
                itemPrice: number;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                createdAt: number;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                updatedAt: number;
                /** @description The title of the item of its contract. */
                contractTitle: string | null;
                /** @description The title of its item. */
                title: string | null;
                /** @description Such as SAR. */
                currency: string | null;
                parties: {
                    phoneNumber: string;
                    /** @enum {string} */
                    role: "CUSTOMER" | "BROKER" | "PROVIDER";
                    amount: number;
                    /** @description First and last name of the user, if known. */
                    name: string | null;
                }[];
            }[];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            nextCursor: string | null;
        };
        /**
         * @description What an account holds. `buyer`: negative by what a buyer paid; `escrow`: what is held for the milestone; `user`: what a receiver was given and not yet paid out; `bank`: what a receiver was paid out; `remainder`: the price less the shares; `wallet`: the organization's own money; `fees`: what the service earned; `other`: an account that only an import knows.
         * @enum {string}
         */
        AccountKind: "buyer" | "escrow" | "user" | "bank" | "remainder" | "wallet" | "fees" | "other";
        /** @description Whose account it is; null if it is not a user's. */
        AccountUserId: number | null;
        /** @description Everything about one milestone. Amounts are as on the wire. */
        Milestone: {
            milestoneId: string;
            contractId: string;
            /** @description The payment reference of the checkout URL (PAY-3). */
            shortId: string;
            state: components["schemas"]["MilestoneState"];
            itemPrice: number;
            fee: number;
            feePercentage: number;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            createdAt: number;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            updatedAt: number;
            parties: {
                phoneNumber: string;
                userId: number | null;
                /** @enum {string} */
                role: "CUSTOMER" | "BROKER" | "PROVIDER";
                amount: number;
                /** @description Null while an invitation waits to be accepted (STATE-3). */
                joinedAt: number | null;
                /** @description First and last name of the user, if known. */
                name: string | null;
            }[];
            ledger: {
                /** @description What this milestone alone brought to each account. */
                balances: {
                    account: string;
                    kind: components["schemas"]["AccountKind"];
                    userId: components["schemas"]["AccountUserId"];
                    amount: number;
                }[];
                /** @description Entries of one posting add up to zero, and belong to one event. */
                entries: {
                    entryId: string;
                    postingId: string;
                    /** @description The event of the move that moved this money, which is one of the milestone's `events`. Null if an import has no such event. */
                    eventId: string | null;
                    account: string;
                    kind: components["schemas"]["AccountKind"];
                    userId: components["schemas"]["AccountUserId"];
                    amount: number;
                    /** @description Milliseconds since 1970 on the tenant's clock. */
                    createdAt: number;
                }[];
            };
            events: {
                eventId: string;
                status: string;
                referenceId: string;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                createdAt: number;
            }[];
            allowedMoves: ("join" | "pay" | "release" | "complete")[];
            /** @description Pending bank transfers and the payment of buyers at the checkout, oldest first. Paying as the buyer confirms a pending transfer. */
            payments: {
                /** @description The buyer. */
                userId: number;
                /** @description One of the organization's payment methods (PAY-2). */
                method: string;
                /** @enum {string} */
                state: "PENDING" | "PAID";
                /** @description The virtual IBAN of a bank transfer. */
                virtualIban: string | null;
                /** @description The reference of a bank transfer. */
                reference: string | null;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                createdAt: number;
                /** @description Milliseconds since 1970 on the tenant's clock. */
                paidAt: number | null;
            }[];
            /** @description What automatic settlement does next, with the reason of the last refusal. */
            scheduledMove: {
                /** @enum {string} */
                move: "join" | "pay" | "release" | "complete";
                /** @description Milliseconds since 1970 on the tenant's clock. */
                dueAt: number;
                attempts: number;
                refusal: string | null;
            } | null;
            /** @description The title of the item of its contract. */
            contractTitle: string | null;
            /** @description The title of its item. */
            title: string | null;
            /** @description The description of its item. */
            description: string | null;
            /** @description Such as SAR. */
            currency: string | null;
            /** @description As it was sent. */
            deadLine: string | null;
            /** @description Where the checkout sends the buyer back to, as the last start of payment said; null before the first. */
            redirectUrl: string | null;
            /** @description Where the buyer pays; null if there is nothing to pay. */
            checkoutUrl: string | null;
        };
        Acceptance: {
            /** @description The party. Default: all of them. */
            phoneNumber?: string;
        };
        Payment: {
            /** @description The CUSTOMER who pays. Default: the first one. */
            buyerPhone?: string;
        };
        CheckoutAddress: {
            /** @description The checkout URL with `&ticket=` (CHECKOUT-1) or `&userTokenUrl=` (CHECKOUT-3) appended. */
            checkoutUrl: string;
            /** @description The CUSTOMER who signs in at a checkout URL to which nothing is appended. Signing in grants the consent, even one that was declined (USER-3, USER-4). */
            buyerPhone?: string;
        };
        Checkout: {
            /** @description A secret: whoever has it can pay. */
            session: string;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            expiresAt: number;
            milestoneId: string;
            shortId: string;
            userId: number;
            /** @description What the buyer pays (MILESTONE-4). */
            amount: number;
            state: components["schemas"]["MilestoneState"];
            consent: components["schemas"]["ConsentStatus"];
        };
        Session: {
            session: string;
        };
        SessionConsent: {
            session: string;
            granted: boolean;
        };
        CheckoutConsent: {
            userId: number;
            consent: components["schemas"]["ConsentStatus"];
        };
        Distance: {
            /** @description How far to move: at most ten years, and never beyond the year 9999. */
            seconds: number;
        };
        /** @description An attempt to deliver an event. */
        DeliveryAction: {
            /** @enum {string} */
            kind: "delivery";
            /** @description Milliseconds since 1970 on the tenant's clock. */
            at: number;
            deliveryId: string;
            milestoneId: string;
            /** @description The status of the event. */
            status: string;
            /** @description 1 for the first delivery, one more for each retry (HOOK-4). */
            attempt: number;
            /** @enum {string} */
            outcome: "delivered" | "failed";
            answerStatus: number | null;
            error: string | null;
            /** @description When the next attempt is due; null if there is none. */
            nextDueAt: number | null;
        };
        /** @description A step of automatic settlement. */
        MoveAction: {
            /** @enum {string} */
            kind: "move";
            /** @description Milliseconds since 1970 on the tenant's clock. */
            at: number;
            milestoneId: string;
            /** @enum {string} */
            move: "release" | "complete";
            /** @enum {string} */
            outcome: "done" | "refused";
            /** @description Why it was refused. */
            refusal: string | null;
            /** @description When it is tried again; null if it was done. */
            nextDueAt: number | null;
        };
        /** @description What the sandbox did on its own because it was due. */
        Action: components["schemas"]["DeliveryAction"] | components["schemas"]["MoveAction"];
        Advance: {
            clock: components["schemas"]["Clock"];
            /** @description What was done on the way, in order. */
            actions: components["schemas"]["Action"][];
        };
        /** @enum {string} */
        DeliveryState: "pending" | "delivered" | "failed";
        DeliveryAttempt: {
            number: number;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            startedAt: number;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            endedAt: number;
            url: string;
            /** @description What was sent. */
            requestHeaders: {
                [key: string]: unknown;
            };
            /** @description The exact text that was signed. */
            requestBody: string;
            /** @description Null if there was no answer. */
            answerStatus: number | null;
            /** @description What was answered. */
            answerHeaders: {
                [key: string]: unknown;
            } | null;
            answerBody: string | null;
            /**
             * @description What kind of failure it was; null if the receiver accepted the event.
             * @enum {string|null}
             */
            failure: "answered" | "redirected" | "timedOut" | "connectionRefused" | "connectionClosed" | "connectionTimedOut" | "unknownHost" | "noRoute" | "forbiddenPort" | "noTls" | "certificateSelfSigned" | "certificateOfOther" | "certificateExpired" | "otherError" | "faultDropped" | "faultBroke" | "faultAnswered" | "faultHeldBack" | null;
            /** @description The failure in words, with what to do. */
            error: string | null;
        };
        Delivery: {
            id: string;
            eventId: string;
            milestoneId: string;
            /** @description The status of the event. */
            status: string;
            state: components["schemas"]["DeliveryState"];
            /** @description Attempts so far; a redelivery counts from 0 again. */
            attempts: number;
            /** @description Automatic attempts that remain (HOOK-4); 0 once it is delivered or has failed. */
            attemptsLeft: number;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            dueAt: number;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            createdAt: number;
            attemptLog: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryPage: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            nextCursor: string | null;
        };
        Drained: {
            /** @description What was done. */
            actions: components["schemas"]["Action"][];
        };
        /** @description A failure made on purpose. */
        Fault: {
            id: string;
            /** @description The delivery that a `reorder` holds back. */
            held?: string[];
            /** @description The operationId of the service's document, or `webhook` for its deliveries. */
            target: string;
            /**
             * @description `status` answers with `status`; `latency` waits; `reset` breaks the connection; `truncate` breaks it in the middle of the answer; `drop` never answers. For webhooks: `status` counts as the answer of the receiver, `latency` waits before sending, within the receiver's time-out, `reset` and `truncate` break the connection, `drop` sends nothing, `duplicate` sends twice, `reorder` holds back until the next delivery has gone out, for an hour of the tenant's clock at most.
             * @enum {string}
             */
            kind: "status" | "latency" | "reset" | "truncate" | "drop" | "duplicate" | "reorder";
            /** @description Only for the kind `status`. */
            status?: number;
            /** @description Only for the kind `latency`. */
            latencyInMs?: number;
            /**
             * @description `before` the request is handled, so that nothing happens, or `after` its change is committed. Default: `before`; a `truncate` is always `after`. Not for webhooks.
             * @enum {string}
             */
            when: "before" | "after";
            /** @description How likely it is injected. Default: 1. */
            probability: number;
            /** @description Makes the sequence of injections repeatable. Default: a random one. */
            seed: number;
            /** @description How many more times it is injected; if absent, until it is removed. */
            timesLeft?: number;
            /** @description How often it was decided by chance whether to inject it. Continues the sequence of the seed. */
            throws: number;
        };
        FaultList: {
            faults: components["schemas"]["Fault"][];
        };
        NewFault: {
            /** @description The operationId of the service's document, or `webhook` for its deliveries. */
            target: string;
            /**
             * @description `status` answers with `status`; `latency` waits; `reset` breaks the connection; `truncate` breaks it in the middle of the answer; `drop` never answers. For webhooks: `status` counts as the answer of the receiver, `latency` waits before sending, within the receiver's time-out, `reset` and `truncate` break the connection, `drop` sends nothing, `duplicate` sends twice, `reorder` holds back until the next delivery has gone out, for an hour of the tenant's clock at most.
             * @enum {string}
             */
            kind: "status" | "latency" | "reset" | "truncate" | "drop" | "duplicate" | "reorder";
            /** @description Only for the kind `status`. */
            status?: number;
            /** @description Only for the kind `latency`. */
            latencyInMs?: number;
            /**
             * @description `before` the request is handled, so that nothing happens, or `after` its change is committed. Default: `before`; a `truncate` is always `after`. Not for webhooks.
             * @enum {string}
             */
            when?: "before" | "after";
            /** @description How often it is injected. Default: until it is removed. */
            times?: number;
            /** @description How likely it is injected. Default: 1. */
            probability?: number;
            /** @description Makes the sequence of injections repeatable. Default: a random one. */
            seed?: number;
        };
        NewFaults: {
            faults: components["schemas"]["NewFault"][];
        };
        LoggedRequest: {
            id: string;
            operationId: string | null;
            method: string;
            /** @description The path template, or the requested path if the document does not have it. */
            path: string;
            status: number;
            /** @description The rule that the request breaks. */
            rule: string | null;
            /** @description What is wrong and what to do. */
            message: string | null;
            /** @description What was accepted but deserves a look. */
            notes: string[];
            request: {
                /** @description Which kind of token was sent. */
                tokenKind?: string;
                /** @description Path parameters. */
                path?: {
                    [key: string]: unknown;
                };
                /** @description Query parameters. */
                query?: {
                    [key: string]: unknown;
                };
                mediaType?: string;
                /** @description The body, values that are secret, personal or unknown left out. */
                body?: unknown;
            } | null;
            answer: {
                /** @description Headers other than the usual ones. */
                headers?: {
                    [key: string]: unknown;
                };
                /** @description The body, values that are secret, personal or unknown left out. */
                body?: unknown;
            } | null;
            durationInMs: number;
            /** @description Milliseconds since 1970 on the tenant's clock. */
            createdAt: number;
        };
        RequestPage: {
            requests: components["schemas"]["LoggedRequest"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description The state of a tenant at one moment. */
        Export: {
            /**
             * @description The only one so far.
             * @enum {integer}
             */
            version: 1;
            tenant: {
                settings: components["schemas"]["Settings"];
                faults: components["schemas"]["Fault"][];
                clock: {
                    offsetInMs: number;
                    frozenAtInMs: number | null;
                };
            };
            /** @description The rows of each table. */
            tables: {
                [key: string]: {
                    [key: string]: unknown;
                }[];
            };
        };
    };
    responses: {
        /** @description The call was refused. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Entries of one page. Default: 100. */
        Limit: number;
        /** @description `nextCursor` of the page before. */
        Cursor: string;
        /** @description The id of the tenant; `default` for the fixed one. */
        Tenant: string;
        /** @description Only those that contain this text, in an id, a name or another field that a person would search. Ignores case. */
        Search: string;
        /** @description The phone number of a linked user, URL-encoded. */
        PhoneNumber: string;
        /** @description Only those in this state. */
        State: components["schemas"]["MilestoneState"];
        /** @description The id of the milestone, which events call contractId. */
        MilestoneId: string;
        /** @description Only those in this state. */
        DeliveryState: components["schemas"]["DeliveryState"];
        /** @description Only those of this milestone. */
        OfMilestone: string;
        /** @description The id of the delivery. */
        DeliveryId: string;
        /** @description The id of the fault. */
        FaultId: string;
        /** @description Only those answered with this status. */
        Status: number;
        /** @description Only those of this operation. */
        OfOperation: string;
        /** @description Only those that break this rule. */
        OfRule: string;
        /** @description `refused`: only those answered with 400 or above. `answered`: only the others. */
        Outcome: "refused" | "answered";
        /** @description The id of the request. */
        RequestId: string;
        /** @description Whether the request log is exported too. Default: true. */
        WithRequests: "true" | "false";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getControlDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    describeService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDescription"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /** @description Entries of one page. Default: 100. */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewTenant"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantName"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Webhook"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAddress"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Entries of one page. Default: 100. */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only those that contain this text, in an id, a name or another field that a person would search. Ignores case. */
                q?: components["parameters"]["Search"];
            };
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The phone number of a linked user, URL-encoded. */
                phoneNumber: components["parameters"]["PhoneNumber"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Consent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserConsent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOtps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The phone number of a linked user, URL-encoded. */
                phoneNumber: components["parameters"]["PhoneNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    issueCustomerToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The phone number of a linked user, URL-encoded. */
                phoneNumber: components["parameters"]["PhoneNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The token is shown once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listContracts: {
        parameters: {
            query?: {
                /** @description Entries of one page. Default: 100. */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only those that contain this text, in an id, a name or another field that a person would search. Ignores case. */
                q?: components["parameters"]["Search"];
            };
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listMilestones: {
        parameters: {
            query?: {
                /** @description Entries of one page. Default: 100. */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only those in this state. */
                state?: components["parameters"]["State"];
                /** @description Only those that contain this text, in an id, a name or another field that a person would search. Ignores case. */
                q?: components["parameters"]["Search"];
            };
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MilestonePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Milestone"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    acceptInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Acceptance"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Milestone"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    payMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Payment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Milestone"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    releaseMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Milestone"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    completeMilestone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the milestone, which events call contractId. */
                milestoneId: components["parameters"]["MilestoneId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Milestone"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    openCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutAddress"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    payCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Milestone"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    giveCheckoutConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionConsent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutConsent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    freezeClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resumeClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Distance"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advance"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Entries of one page. Default: 100. */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only those in this state. */
                state?: components["parameters"]["DeliveryState"];
                /** @description Only those of this milestone. */
                milestoneId?: components["parameters"]["OfMilestone"];
                /** @description Only those that contain this text, in an id, a name or another field that a person would search. Ignores case. */
                q?: components["parameters"]["Search"];
            };
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    drain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drained"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFaults"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFault"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the fault. */
                faultId: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Entries of one page. Default: 100. */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only those answered with this status. */
                status?: components["parameters"]["Status"];
                /** @description Only those of this operation. */
                operationId?: components["parameters"]["OfOperation"];
                /** @description Only those that break this rule. */
                rule?: components["parameters"]["OfRule"];
                /** @description `refused`: only those answered with 400 or above. `answered`: only the others. */
                outcome?: components["parameters"]["Outcome"];
                /** @description Only those that contain this text, in an id, a name or another field that a person would search. Ignores case. */
                q?: components["parameters"]["Search"];
            };
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
                /** @description The id of the request. */
                requestId: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resetTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportTenant: {
        parameters: {
            query?: {
                /** @description Whether the request log is exported too. Default: true. */
                requests?: components["parameters"]["WithRequests"];
            };
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    importTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Export"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    streamChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the tenant; `default` for the fixed one. */
                tenant: components["parameters"]["Tenant"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events `ready`, `request`, `milestone`, `delivery`, `clock` and `tenant` (settings, faults or webhook address), each with JSON data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
