/** The groups of the server's features: each may import itself and those above it in this list. */
export const featureGroups = {
  operation: 'is it alive',
  people: 'who: accounts, and how somebody comes in',
  contract: 'contracts, and what belongs to one: roles, data clouds, notifications',
  metering: 'what was used, and at which price',
  money: 'what is held: the ledger and its holds',
  billing: 'what is owed, and how it is paid',
  sale: 'contracts made',
  marketplace: 'usage that a cloud’s marketplace bills',
  installation: 'what fills, keeps and proves a whole house: the demonstration, a foreign bill, backups, verifying',
};

/**
 * Which way arrows run: of the parts of each of these folders, one may import itself and what stands to its left.
 * `.` is the files that lie in the folder itself; parts in one list stand beside each other and do not know each other.
 * Everywhere else any order will do, as long as there is one.
 */
export const orders = new Map([
  ['packages', [['api', 'money', 'period']]],
  ['apps/server/src', ['platform', 'features', '.']],
  ['apps/server/src/features', Object.keys(featureGroups)],
  ['apps/console/src', ['i18n', 'api', 'ui', 'features', 'shell', 'routes', '.']],
]);

/** Made by machines, in whatever order suits them. */
export const isGenerated = (path) => path.endsWith('.gen.ts');

/** Tests see everything. What only they use lies in `testing` or says so in its name. */
export const isTest = (path) => /\.test\.tsx?$|\.fixture\.tsx?$|\/testing\//.test(path);
