const notAtFirst = String.raw`(?!.*(?:\.late|ask-first|ask-reason|form-modal|money-dialog)\.tsx)`;

/** The words of the frame and of the pages in it, without those that only a dialog, a form or another page says. */
const wordsOfFrame = [
  'ui_(?!discard|month_|range_|expected)',
  'available_balance_(?!explained|(?:title|cash|voucher|frozen|metered|metered_by|due|overdue)$)',
  'refusal_datacloud_exists$',
  'datacloud_(?!audit_|tag_(?!others)|created$|region$|regions_failed|back|name_hint|edition_hint|may_not_create|choose_|not_in_|delete)',
].join('|');

/**
 * The files of the build, each with all it needs; a module goes into the first group that matches. By default, every
 * set of pages gets a file for its shared modules: eighty-five files, half below 2 kB, and each costs a round trip
 * before the page shows.
 */
export const chunkGroups = [
  {
    // Modules that every page needs, and pages that add little to them.
    name: 'frame',
    test: anyOf(
      // The palette and the keys load when the reader first moves.
      `/console/src/(?:main|app|api/|shell/(?!palette/(?!palette-button)|keys/(?!search-keys))|ui/(?:cell|feedback|late|opening|page|print|search|tip)/)${notAtFirst}`,
      '/console/src/ui/(?:table/(?:column/column-preferences|use-narrow)|words/use-rule-text)',
      '/console/src/features/(?:available-balance/period-(?:banner|words)|cloud/cloud-words|region/region-words)',
      String.raw`/console/src/i18n/messages\.gen\.ts\?(?:${wordsOfFrame})`,
      '/@tanstack/react-query/',
      '/@mantine/hooks/esm/(?:use-debounced-value|use-id|use-merged-ref|use-uncontrolled)/',
      // Six of eight pages have fields, and one file fewer saves a round trip.
      '/@mantine/core/esm/components/(?:CloseButton|Group|InputBase|TextInput)/',
      'CheckIcon',
      '/console/src/ui/field/(?:chevron|choice-field|move-focus|option-list|use-options)',
      // Pages that open without a chart need no more of them.
      String.raw`/console/src/ui/chart/(?:plot/plot-value|share|series/series)\.ts`,
      // Small; by default it joins the file of the dialogs, which pages with a form would load for it.
      '/console/src/ui/form/(?:form-refusal|form.module|refused-field)',
      // Includes the entry of the page, so that the bundler's few lines need no file of their own.
      'rolldown/runtime',
      '/console/index\\.html',
    ),
  },
  { name: 'fields', test: anyOf(`/console/src/ui/field/(?!filter-chips)${notAtFirst}`) },
  { name: 'tables', test: anyOf(`/console/src/ui/table/${notAtFirst}`) },
  { name: 'charts', test: anyOf('/console/src/ui/chart/') },
  // Small parts of several pages of bills. By default they join statements, which all of these pages would load.
  {
    name: 'bills',
    test: anyOf(
      String.raw`/console/src/i18n/messages\.gen\.ts\?(?:statement_state_(?:undeducted|partial|settled)|purchase_forecast_label|available_balance_(?:cash|due|frozen|overdue|title|voucher))$`,
      '/console/src/features/available-balance/(?:freshness|(?:header-)?pay-link|metered-card|period-button)',
      '/console/src/features/(?:deduction/deduction.queries|purchase/forecast/forecast-figure)',
    ),
  },
  // The same of usage, which the overview of bills does not show.
  {
    name: 'usage',
    test: anyOf(
      '/console/src/features/sku/sku-words',
      '/console/src/features/focus-export/focus-export-button',
      String.raw`/console/src/i18n/messages\.gen\.ts\?(?:explanation_of_rows|purchase_(?:amount|former|group_by))$`,
      '/console/src/features/purchase/(?:filter/(?:filter-options|filter-select|purchase-range-field.module)|search/(?:use-)?purchase(?:.queries|-days|-filters|-group)|forecast/(?:running-month|forecast.queries)|groups/percent-text|purchase-change|view/views-(?:button|.module))',
      '/console/src/ui/field/filter-chips',
    ),
  },
  {
    name: 'statement',
    test: anyOf(
      `/console/src/features/statement/(?!list/|product-table|sku-table|statement-(?:audit|detail-page|changes|facts|steps|timeline))${notAtFirst}`,
    ),
  },
  // The causes of changed costs, on statements and in cost analysis.
  {
    name: 'changes',
    test: anyOf(
      '/console/src/features/purchase/(?:change/(?!what-changed|nothing-compared)|groups/(?:sparkline|amount-course))',
    ),
  },
  // The buttons of data clouds and contracts, and the words of their empty pages.
  {
    name: 'starts',
    test: anyOf(
      '/console/src/features/contract/(?:billing-link|create-contract-button|welcome|list/upgrade-button)',
      '/console/src/features/(?:billing-version/use-upgrade|datacloud/create-datacloud-button)',
    ),
  },
  { name: 'openings', test: anyOf('/@mantine/core/esm/components/(?:Popover|Accordion)/') },
  {
    name: 'dialogs',
    test: anyOf(
      '/@mantine/core/esm/components/(?:Drawer|Modal)/',
      '(?:side-drawer|session-expired-question|ask-first|ask-reason|form-modal|money-dialog|grant-dialog)',
    ),
  },
];

/** True for routes whose page gets its own file. */
export function pageApart(routeId: string): boolean {
  return /(?:account|audit|budgets|contracts\/|contractId\/overview|payment-methods|signin|signup|forgot|book-demo|create-datacloud|access-control\/(?:\$role)?|contractId\/dataclouds|_auth\/dataclouds|cost-analysis|income-expense|marketplace|private-offers\/(?:\$offerId)?|statements\/(?:\$statementId)?|vouchers)$/.test(
    routeId,
  );
}

function anyOf(...tests: readonly string[]): RegExp {
  return new RegExp(tests.join('|'));
}
