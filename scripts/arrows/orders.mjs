/**
 * The groups of the server's features, with their contents. A group may import itself and the groups above it in this
 * list.
 */
export const featureGroups = {
  operation: 'health checks',
  people: 'accounts and sign-in',
  contract: 'contracts with their roles, data clouds and notifications',
  metering: 'usage and its prices',
  money: 'the ledger and its holds',
  billing: 'statements and their payment',
  sale: 'new contracts, new data clouds, private offers',
  marketplace: 'usage billed by the clouds’ marketplaces',
  installation: 'whole installations: demonstration, cost file imports, backups, verification',
};

/**
 * The allowed direction of imports. Each part of these folders may import itself and the parts to its left; `.` is the
 * folder's own files. Parts in one inner list must not import each other. In all other folders, any order without
 * circles is allowed.
 */
export const orders = new Map([
  ['packages', [['api', 'money', 'period']]],
  ['packages/api/src', ['.', ...Object.keys(featureGroups)]],
  ['apps/server/src', ['platform', 'features', '.']],
  ['apps/server/src/features', Object.keys(featureGroups)],
  ['apps/console/src', ['i18n', 'api', 'ui', 'features', 'shell', 'routes', '.']],
]);

/** Generated files may import in any order. */
export const isGenerated = (path) => path.endsWith('.gen.ts');

/** Tests may import everything. Test helpers lie in `testing` or have `.fixture` in their names. */
export const isTest = (path) => /\.test\.tsx?$|\.fixture\.tsx?$|\/testing\//.test(path);
