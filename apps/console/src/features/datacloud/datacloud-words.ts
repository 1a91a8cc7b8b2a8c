import type { CloudProvider, Edition } from '@usance/api/cloud';
import type { Datacloud } from '@usance/api/datacloud';
import { m } from '../../paraglide/messages.js';
import type { Tone } from '../../ui/cell/status-tag.tsx';

export const cloudWord: Readonly<Record<CloudProvider, () => string>> = {
  alibabacloud: m.datacloud_cloud_alibabacloud,
  aws: m.datacloud_cloud_aws,
  azure: m.datacloud_cloud_azure,
  huaweicloud: m.datacloud_cloud_huaweicloud,
  onpremise: m.datacloud_cloud_onpremise,
  tencentcloud: m.datacloud_cloud_tencentcloud,
  volcengine: m.datacloud_cloud_volcengine,
};

export const editionWord: Readonly<Record<Edition, () => string>> = {
  ENTERPRISE: m.datacloud_edition_enterprise,
  BUSINESSCRITICAL: m.datacloud_edition_businesscritical,
};

export const datacloudStateWord: Readonly<Record<Datacloud['state'], () => string>> = {
  CREATING: m.datacloud_state_creating,
  RUNNING: m.datacloud_state_running,
  PAUSED: m.datacloud_state_paused,
  DELETING: m.datacloud_state_deleting,
  DELETED: m.datacloud_state_deleted,
  FAILED: m.datacloud_state_failed,
};

export const datacloudStateTone: Readonly<Record<Datacloud['state'], Tone>> = {
  CREATING: 'info',
  RUNNING: 'good',
  PAUSED: 'warn',
  DELETING: 'info',
  DELETED: 'quiet',
  FAILED: 'bad',
};
