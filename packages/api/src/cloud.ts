import * as z from 'zod/mini';

export const cloudProvider = z.enum([
  'alibabacloud',
  'tencentcloud',
  'huaweicloud',
  'onpremise',
  'azure',
  'aws',
  'volcengine',
]);
export type CloudProvider = z.output<typeof cloudProvider>;

export const edition = z.enum(['ENTERPRISE', 'BUSINESSCRITICAL']);
export type Edition = z.output<typeof edition>;

export const resourceKind = z.enum(['warehouse', 'database', 'backup', 'teleport', 'cache']);
export type ResourceKind = z.output<typeof resourceKind>;

export const costKind = z.enum(['compute', 'storage', 'network']);
