const notAtFirst = String.raw`(?!.*(?:\.late|ask-first|form-modal|money-dialog|contract-switch)\.tsx)`;

/**
 * What comes as one file, each with all it needs; a module belongs to the first that it fits. Left alone, every set of
 * pages gets a file for what only those pages share: eighty-five, half of less than 2 kB, and each costs a question and
 * an answer before the page is seen.
 */
export const chunkGroups = [
  {
    // What every page stands on, and the pages that are little more than that.
    name: 'frame',
    test: anyOf(
      `/console/src/(?:main|app|api/|shell/|ui/(?:cell|feedback|late|opening|page|print|search|tip)/)${notAtFirst}`,
      '/console/src/ui/table/column-preferences',
      '/console/src/features/available-balance/period-(?:banner|words)',
      String.raw`/console/src/i18n/messages\.gen\.ts\?(?:ui|available_balance|datacloud)_`,
      '/@tanstack/react-query/',
      '/@mantine/hooks/esm/(?:use-id|use-merged-ref|use-uncontrolled)/',
      // Six of eight pages have fields, and one file fewer is a round trip less.
      '/@mantine/core/esm/components/(?:CloseButton|Group|InputBase|TextInput)/',
      'CheckIcon',
      '/console/src/ui/field/(?:chevron|choice-field|option-list|use-options)',
      // Small, and left alone it is in the file of the dialogs, which a page with a form of its own would load for it.
      '/console/src/ui/form/(?:form-refusal|form.module|refused-field)',
      // With the page's own first line in here, the bundler's few lines need no file either.
      'rolldown/runtime',
      '/console/index\\.html',
    ),
  },
  { name: 'lists', test: anyOf(`/console/src/ui/(?:table|field)/${notAtFirst}`) },
  { name: 'charts', test: anyOf('/console/src/ui/chart/') },
  { name: 'statement', test: anyOf('/console/src/features/statement/') },
  { name: 'openings', test: anyOf('/@mantine/core/esm/components/(?:Popover|Accordion)/') },
  {
    name: 'dialogs',
    test: anyOf(
      '/@mantine/core/esm/components/(?:Drawer|Modal)/',
      '(?:side-drawer|session-expired-question|ask-first|form-modal|money-dialog|grant-dialog)',
    ),
  },
];

/** Of which routes the page comes as a file of its own. */
export function pageApart(routeId: string): boolean {
  return /(?:account|audit|payment-methods|signin|signup|forgot|book-demo|create-datacloud|access-control\/(?:\$role)?|contractId\/dataclouds|cost-analysis|income-expense|marketplace|private-offers\/(?:\$offerId)?|statements\/(?:\$statementId)?|vouchers)$/.test(
    routeId,
  );
}

function anyOf(...tests: readonly string[]): RegExp {
  return new RegExp(tests.join('|'));
}
