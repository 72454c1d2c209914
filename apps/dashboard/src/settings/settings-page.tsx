import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page, Section } from '../ui/page.tsx';
import { SettingsForm } from './settings-form.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** The agreement of the operator with an organization at onboarding. */
export function SettingsPage(): ReactNode {
  return (
    <Page title="Settings" intro="What the operator of the service and an organization agree on at onboarding.">
      <Section title="Webhook">
        <Loaded query={useControl('describe')} what="The webhook">
          {({ webhookUrl }) => <WebhookForm current={webhookUrl} />}
        </Loaded>
      </Section>
      <Section title="Agreement">
        <Loaded query={useControl('settings')} what="The settings">
          {(settings) => <SettingsForm settings={settings} />}
        </Loaded>
      </Section>
    </Page>
  );
}
