import { Button, Select, TextInput, Checkbox, Tabs, Alert } from '@mantine/core';
import { useState } from 'react';
import { parseBillingMonth } from '@usance/period/billing-month';
import { PageHeader } from './ui/page/page-header.tsx';
import { Section } from './ui/page/section.tsx';
import { FigureCard, FigureRow } from './ui/page/figure-card.tsx';
import { MoneyText } from './ui/cell/money-text.tsx';
import { DayText, InstantText } from './ui/cell/date-text.tsx';
import { IdText } from './ui/cell/id-text.tsx';
import { StatusTag } from './ui/cell/status-tag.tsx';
import { DataTable } from './ui/table/data-table.tsx';
import { byAmount, byText, type Column } from './ui/table/column.ts';
import { StackedBars } from './ui/chart/stacked-bars.tsx';
import { CumulativeLine } from './ui/chart/cumulative-line.tsx';
import { Donut } from './ui/chart/donut.tsx';
import { RangePresets } from './ui/field/range-presets.tsx';
import { FilterChips } from './ui/field/filter-chips.tsx';
import { MonthField } from './ui/field/month-field.tsx';
import { ConfirmMoneyDialog } from './ui/feedback/confirm-money-dialog.tsx';
import { Empty } from './ui/feedback/empty.tsx';
import { notify } from './ui/feedback/notify.tsx';
interface Row { id: string; month: string; amount: string; voucher: string; payable: string; due: string; state: string }
const rows: Row[] = Array.from({ length: 24 }, (_, i) => ({ id: `stm-k3v9q2m7x4${String.fromCharCode(97 + i)}bcdef`, month: `20${25 - Math.floor(i / 12)}-${String(12 - (i % 12)).padStart(2, '0')}`, amount: `${9214 + ((i * 7919) % 5000)}.${10 + i}`, voucher: `${(i * 331) % 900}.00`, payable: `${8000 + ((i * 613) % 5000)}.1${i % 10}`, due: '2026-12-07', state: ['unconfirmed', 'settled', 'partial', 'overdue', 'draft'][i % 5] ?? '' }));
const tone = { unconfirmed: 'info', settled: 'good', partial: 'warn', overdue: 'bad', draft: 'quiet' } as const;
const columns: Column<Row>[] = [
  { id: 'month', header: 'Statement time', cell: (r) => <a href="#x">{r.month}</a>, compare: byText((r) => r.month) },
  { id: 'id', header: 'Statement ID', cell: (r) => <IdText id={r.id} /> },
  { id: 'amount', header: 'Consumption (USD)', align: 'end', cell: (r) => <MoneyText amount={r.amount} currency="USD" />, compare: byAmount((r) => r.amount) },
  { id: 'voucher', header: 'Vouchers redeemed', align: 'end', cell: (r) => <MoneyText amount={r.voucher} currency="USD" /> },
  { id: 'payable', header: 'Payable', align: 'end', cell: (r) => <MoneyText amount={r.payable} currency="USD" />, compare: byAmount((r) => r.payable) },
  { id: 'due', header: 'Due date', cell: (r) => <DayText day={r.due} zone="UTC" /> },
  { id: 'state', header: 'State', cell: (r) => <StatusTag tone={tone[r.state as keyof typeof tone]}>{r.state}</StatusTag> },
  { id: 'at', header: 'Created', hidden: true, cell: () => <InstantText at="2026-11-02T09:00:00Z" /> },
];
const days = Array.from({ length: 31 }, (_, i) => ({ key: `d${i}`, label: `Oct ${i + 1}` }));
const names = ['Warehouse', 'Storage', 'Database', 'Network', 'Cache', 'Backup', 'Teleport'];
const series = names.map((name, s) => ({ name, values: days.map((_, i) => `${Math.round((180 / (s + 1)) * (1 + 0.35 * Math.sin(i / 2 + s)))}.${10 + i}`) }));
let acc = 0;
const cumulative = days.slice(0, 21).map((_, i) => { acc += 260 + 60 * Math.sin(i); return acc.toFixed(2); });
const prev = days.map((_, i) => (i * 240 + 200).toFixed(2));
const ahead = Array.from({ length: 10 }, (_, i) => acc + (i + 1) * 270);
export function Gallery() {
  const [page, setPage] = useState(1);
  const [token, setToken] = useState('last-6-months');
  const [chips, setChips] = useState([{ key: 'product', name: 'Product', value: 'Warehouse' }, { key: 'region', name: 'Region', value: 'aws us-east-1' }]);
  const [open, setOpen] = useState(false);
  const [month, setMonth] = useState<string | null>('2026-10');
  return (
    <>
      <PageHeader title="Billing overview" lead="What Acme Analytics has, owes and has used this month." actions={<><Button variant="default" onClick={() => notify.error('The statement is locked by another change', 'req-8f2k1m9x')}>Download</Button><Button onClick={() => setOpen(true)}>Confirm statement</Button></>} />
      <FigureRow>
        <FigureCard size="main" label="Available balance" figure={<MoneyText amount="48213.55" currency="USD" />} change={{ direction: 'up', text: '$3,120.00 more than on Nov 1' }} asOf="Updated 14:05 UTC, usage through 13:00" />
        <FigureCard label="Cash" figure={<MoneyText amount="40000" currency="USD" />} />
        <FigureCard label="Vouchers" figure={<MoneyText amount="9000.00" currency="USD" />} asOf="3 valid" />
        <FigureCard label="Unbilled" figure={<MoneyText amount="-786.45" currency="USD" />} asOf="Nov 1 – 21" />
      </FigureRow>
      <Section title="Daily consumption" note="Billing zone UTC" actions={<Button size="xs" variant="default">Compare</Button>}>
        <StackedBars title="October by product" summary="October: $9,214.21, 12% more than September; Warehouse 43%." pointsLabel="Day" points={days} series={series} currency="USD" onDrill={() => undefined} />
      </Section>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(420px, 100%), 1fr))', gap: 40, marginTop: 32 }}>
        <CumulativeLine title="Accumulated this month" summary="$5,512.40 so far; $8,200 expected by month end." pointsLabel="Day" points={days} values={cumulative} previous={prev} forecast={{ fromPoint: 20, values: ahead.map((v) => v.toFixed(2)), low: ahead.map((v, i) => (v - i * 60).toFixed(2)), high: ahead.map((v, i) => (v + i * 60).toFixed(2)) }} budget="9000" currency="USD" />
        <Donut title="By product" partsLabel="Product" parts={series.map((s) => ({ name: s.name, amount: `${s.values.length * Number(s.values[0])}`.slice(0, 8) }))} currency="USD" onDrill={() => undefined} />
      </div>
      <Section title="Statements" note="24 in all">
        <FilterChips chips={chips} onRemove={(k) => setChips(chips.filter((c) => c.key !== k))} onClear={() => setChips([])} />
        <div style={{ height: 12 }} />
        <DataTable tableId="gallery" caption="Statements" columns={columns} rows={rows} rowId={(r) => r.id} sort={{ id: 'month', desc: true }} paging={{ page, onPage: setPage }} empty={<Empty title="No statements yet">The first statement is issued on the 2nd of next month.</Empty>} toolbar={<><RangePresets label="Time" token={token} current={parseBillingMonth('2026-11')} onChange={setToken} /><MonthField label="Month" value={month} onChange={setMonth} /></>} totals={{ month: 'Total', amount: <MoneyText amount="214213.55" currency="USD" /> }} />
      </Section>
      <Section title="States">
        <DataTable tableId="g2" caption="Loading" columns={columns} rows={undefined} rowId={(r) => r.id} paging={{ page: 1, size: 3, onPage: () => undefined }} empty={null} dense />
        <DataTable tableId="g3" caption="Empty" columns={columns} rows={[]} rowId={(r) => r.id} empty={<Empty title="No vouchers yet" action={<Button variant="default">Ask for one</Button>}>Vouchers pay for usage before cash does.</Empty>} />
      </Section>
      <Section title="Fields">
        <div style={{ display: 'flex', gap: 16, alignItems: 'flex-end', flexWrap: 'wrap' }}>
          <TextInput label="Email" placeholder="you@company.com" error="The email is invalid" />
          <Select label="Region" placeholder="Any" data={['aws us-east-1', 'azure westus']} />
          <Checkbox label="Remove values of 0" />
          <Button variant="light">Light</Button><Button variant="subtle">Subtle</Button><Button disabled>Disabled</Button>
        </div>
        <Tabs defaultValue="a" mt="md"><Tabs.List><Tabs.Tab value="a">Cash</Tabs.Tab><Tabs.Tab value="b">Frozen</Tabs.Tab></Tabs.List></Tabs>
        <Alert mt="md" title="Statements are issued on the 2nd">The final bill is available after 9:00.</Alert>
      </Section>
      <ConfirmMoneyDialog opened={open} onClose={() => setOpen(false)} title="Confirm statement October 2026" amount={<MoneyText amount="9214.21" currency="USD" />} contract="Acme Analytics · ct-k3v9q2m7" effect="After confirming, this amount is deducted: vouchers first, then cash." date={<DayText day="2026-12-07" zone="UTC" />} confirmLabel="Confirm statement" onConfirm={() => new Promise(() => undefined)} />
    </>
  );
}
