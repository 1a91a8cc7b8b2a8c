import type { Edition } from '@usance/api/cloud';
import type { BillingZone } from '@usance/period/zone';

export type DemoContract = 'company' | 'individual';

/** The zones of the contracts' months: one pays in dollars, the other in yuan. */
export const demoZones: Readonly<Record<DemoContract, BillingZone>> = { company: 'UTC', individual: 'Asia/Shanghai' };

export interface DemoWarehouse {
  readonly name: string;
  readonly series: 'r' | 'm';
  readonly cores: number;
  /** The share of an hour that it runs at the busiest hour of a working day, in per mille. */
  readonly peakPerMille: number;
  /** The percentage of that at night and on weekends. */
  readonly restPerCent: number;
}

export interface DemoDatacloud {
  readonly contract: DemoContract;
  readonly name: string;
  readonly regionID: string;
  readonly edition: Edition;
  /** The month of its creation, counted from the demonstration's first month. */
  readonly bornInMonth: number;
  readonly warehouses: readonly DemoWarehouse[];
  readonly hotGB: number;
  readonly backupGB: number;
  readonly egressGBPerDay: number;
  readonly cache: 'small' | 'medium' | 'large' | undefined;
  /** Growth of all figures, in per cent a month. */
  readonly growthPerCent: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** Seven data clouds on five cloud providers, as a mid-sized company and one person would run. */
export const demoDataclouds: readonly DemoDatacloud[] = [
  {
    contract: 'company',
    name: 'retail_prod',
    regionID: 'aws-us-east-1',
    edition: 'BUSINESSCRITICAL',
    bornInMonth: 0,
    warehouses: [
      { name: 'orders_wh', series: 'r', cores: 64, peakPerMille: 780, restPerCent: 35 },
      { name: 'dashboards_wh', series: 'm', cores: 32, peakPerMille: 700, restPerCent: 12 },
    ],
    hotGB: 18_000,
    backupGB: 9_000,
    egressGBPerDay: 140,
    cache: 'large',
    growthPerCent: 4,
    tags: { env: 'prod', team: 'commerce', 'cost-center': '4100' },
  },
  {
    contract: 'company',
    name: 'retail_staging',
    regionID: 'aws-us-east-1',
    edition: 'ENTERPRISE',
    bornInMonth: 0,
    warehouses: [{ name: 'staging_wh', series: 'm', cores: 16, peakPerMille: 600, restPerCent: 8 }],
    hotGB: 2_200,
    backupGB: 400,
    egressGBPerDay: 9,
    cache: undefined,
    growthPerCent: 1,
    tags: { env: 'staging', team: 'commerce', 'cost-center': '4100' },
  },
  {
    contract: 'company',
    name: 'europe_prod',
    regionID: 'azure-westeurope',
    edition: 'BUSINESSCRITICAL',
    bornInMonth: 0,
    warehouses: [
      { name: 'eu_orders_wh', series: 'r', cores: 32, peakPerMille: 720, restPerCent: 30 },
      { name: 'eu_etl_wh', series: 'm', cores: 48, peakPerMille: 350, restPerCent: 160 },
    ],
    hotGB: 7_500,
    backupGB: 4_000,
    egressGBPerDay: 45,
    cache: 'medium',
    growthPerCent: 6,
    tags: { env: 'prod', team: 'commerce', 'cost-center': '4200', 'data-class': 'gdpr' },
  },
  {
    contract: 'company',
    name: 'asia_prod',
    regionID: 'alibabacloud-ap-southeast-1',
    edition: 'ENTERPRISE',
    bornInMonth: 3,
    warehouses: [{ name: 'asia_orders_wh', series: 'r', cores: 24, peakPerMille: 690, restPerCent: 28 }],
    hotGB: 3_100,
    backupGB: 1_500,
    egressGBPerDay: 22,
    cache: 'small',
    growthPerCent: 9,
    tags: { env: 'prod', team: 'commerce', 'cost-center': '4300' },
  },
  {
    contract: 'company',
    name: 'ml_lab',
    regionID: 'aws-eu-central-1',
    edition: 'ENTERPRISE',
    bornInMonth: 5,
    warehouses: [{ name: 'training_wh', series: 'r', cores: 48, peakPerMille: 420, restPerCent: 55 }],
    hotGB: 5_400,
    backupGB: 0,
    egressGBPerDay: 6,
    cache: undefined,
    growthPerCent: 3,
    tags: { env: 'lab', team: 'data-science', 'cost-center': '5000' },
  },
  {
    contract: 'individual',
    name: 'weather_archive',
    regionID: 'alibabacloud-cn-hangzhou',
    edition: 'ENTERPRISE',
    bornInMonth: 0,
    warehouses: [{ name: 'archive_wh', series: 'm', cores: 4, peakPerMille: 380, restPerCent: 40 }],
    hotGB: 900,
    backupGB: 300,
    egressGBPerDay: 3,
    cache: undefined,
    growthPerCent: 2,
    tags: { env: 'prod', project: 'climate' },
  },
  {
    contract: 'individual',
    name: 'weather_live',
    regionID: 'tencentcloud-ap-guangzhou',
    edition: 'ENTERPRISE',
    bornInMonth: 2,
    warehouses: [{ name: 'live_wh', series: 'r', cores: 4, peakPerMille: 300, restPerCent: 70 }],
    hotGB: 160,
    backupGB: 40,
    egressGBPerDay: 5,
    cache: 'small',
    growthPerCent: 3,
    tags: {},
  },
];
