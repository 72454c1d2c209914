import type { ReactNode } from 'react';
import { useControlDocument } from '../api/control-document.ts';
import { useTenantState } from '../api/use-tenant-state.ts';
import { Problem } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Loading } from '../ui/paged.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useSettings } from './use-settings.ts';
import { WebhookForm } from './webhook-form.tsx';

/** The agreement of the operator with an organization at onboarding. */
export function SettingsPage(): ReactNode {
  const { data: document, error: documentError } = useControlDocument();
  const { data: settings, error: settingsError } = useSettings();
  const { data: tenant } = useTenantState();
  const error = documentError ?? settingsError;
  return (
    <Page title="Settings" intro="What the operator of the service agrees with an organization at onboarding.">
      {error && <Problem error={error} title="The settings could not be read" />}
      <Section title="Webhook">{tenant ? <WebhookForm current={tenant.webhookUrl} /> : <Loading />}</Section>
      <Section title="Agreement">
        {document && settings ? <SettingsForm document={document} settings={settings} /> : <Loading />}
      </Section>
    </Page>
  );
}
