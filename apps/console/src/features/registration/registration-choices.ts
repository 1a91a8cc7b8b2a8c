import * as m from '../../i18n/messages.gen.ts';
import type { Option } from '../../ui/field/option-list.tsx';

type Choices = Readonly<Record<string, () => string>>;

export const companySizes: Choices = Object.fromEntries(
  ['1-50', '51-200', '201-10000', '10001+'].map((range) => [range, () => m.registration_employees({ range })]),
);

/** The job titles. The values are stored in English, in every language. */
export const jobTitles: Choices = {
  Consultant: m.registration_job_consultant,
  'Business Executive': m.registration_job_business_executive,
  'Data Engineer': m.registration_job_data_engineer,
  'Data Scientist': m.registration_job_data_scientist,
  'Developer / Engineer': m.registration_job_developer_engineer,
  'IT / DBA': m.registration_job_it_dba,
  'Product Manager': m.registration_job_product_manager,
  Marketing: m.registration_job_marketing,
  Security: m.registration_job_security,
  'Technical Executive': m.registration_job_technical_executive,
  'Startup Founder': m.registration_job_startup_founder,
  Student: m.registration_job_student,
  'BI / Analyst': m.registration_job_bi_analyst,
  Other: m.registration_job_other,
};

/** The intended uses of the product. The values are stored in English, in every language. */
export const usageScenarios: Choices = {
  Learning: m.registration_scenario_learning,
  'Operational Database': m.registration_scenario_operational_database,
  Lakehouse: m.registration_scenario_lakehouse,
  'Semi-Structured / Vector / Text Search': m.registration_scenario_semi_structured_vector_text_search,
  'ETL Pipelines': m.registration_scenario_etl_pipelines,
  'Analytics and BI Solutions': m.registration_scenario_analytics_and_bi_solutions,
  'Data Warehouses': m.registration_scenario_data_warehouses,
  'Machine Learning': m.registration_scenario_machine_learning,
  'GenAI Applications': m.registration_scenario_genai_applications,
  'Feature Store': m.registration_scenario_feature_store,
};

/** The positions of the full-name form. The values are stored in English, in every language. */
export const positions: Choices = {
  'Software Engineer': m.registration_position_software_engineer,
  'Data Scientist': m.registration_position_data_scientist,
  'Data Analyst': m.registration_position_data_analyst,
  'Sales Manager': m.registration_position_sales_manager,
  'Marketing Manager': m.registration_position_marketing_manager,
  'Product Manager': m.registration_position_product_manager,
  'Technical Manager': m.registration_position_technical_manager,
  'CEO/Founder': m.registration_position_ceo_founder,
  Other: m.registration_position_other,
};

export function optionsOf(choices: Choices): Option[] {
  return Object.entries(choices).map(([value, label]) => ({ value, label: label() }));
}

/** Returns a link's value if it is one of the options. */
export const chosenOf = (choices: Choices, value = ''): string => (Object.hasOwn(choices, value) ? value : '');
