import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { LoadingPage } from '../ui/loaded.tsx';
import { Page, Section } from '../ui/page.tsx';
import { SettingsForm } from './settings-form.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** The agreement of the operator with an organization at onboarding. */
export function SettingsPage(): ReactNode {
  const { data } = useControl('describe');
  if (!data) return <LoadingPage title="Settings" />;
  return (
    <Page title="Settings" intro="What the operator of the service and an organization agree on at onboarding.">
      <Section title="Webhook">
        <WebhookForm current={data.webhookUrl} />
      </Section>
      <Section title="Agreement">
        <SettingsForm settings={data.settings} />
      </Section>
    </Page>
  );
}
