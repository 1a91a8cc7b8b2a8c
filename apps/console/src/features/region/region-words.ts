import { getLocale } from '../../i18n/locale.ts';

// The providers' own names of their regions in Chinese, by their English names, which the server sends.
const inChinese: ReadonlyMap<string, string> = new Map([
  ['US East (N. Virginia)', '美国东部（弗吉尼亚北部）'],
  ['US West (Oregon)', '美国西部（俄勒冈）'],
  ['Europe (Frankfurt)', '欧洲（法兰克福）'],
  ['Europe (Ireland)', '欧洲（爱尔兰）'],
  ['Asia Pacific (Singapore)', '亚太地区（新加坡）'],
  ['Asia Pacific (Tokyo)', '亚太地区（东京）'],
  ['China (Ningxia)', '中国（宁夏）'],
  ['East US', '美国东部'],
  ['West US 2', '美国西部 2'],
  ['West Europe', '西欧'],
  ['North Europe', '北欧'],
  ['Southeast Asia', '东南亚'],
  ['Japan East', '日本东部'],
  ['China North 3', '中国北部 3'],
  ['China (Hangzhou)', '华东1（杭州）'],
  ['China (Shanghai)', '华东2（上海）'],
  ['China (Beijing)', '华北2（北京）'],
  ['China (Shenzhen)', '华南1（深圳）'],
  ['China (Hong Kong)', '中国香港'],
  ['Singapore', '新加坡'],
  ['US (Virginia)', '美国（弗吉尼亚）'],
  ['Germany (Frankfurt)', '德国（法兰克福）'],
  ['South China (Guangzhou)', '华南地区（广州）'],
  ['East China (Shanghai)', '华东地区（上海）'],
  ['North China (Beijing)', '华北地区（北京）'],
  ['Southwest China (Chengdu)', '西南地区（成都）'],
  ['Hong Kong (China)', '中国香港'],
  ['Southeast Asia (Singapore)', '东南亚（新加坡）'],
  ['US West (Silicon Valley)', '美国西部（硅谷）'],
  ['CN North-Beijing4', '华北-北京四'],
  ['CN East-Shanghai1', '华东-上海一'],
  ['CN South-Guangzhou', '华南-广州'],
  ['CN Southwest-Guiyang1', '西南-贵阳一'],
  ['CN-Hong Kong', '中国-香港'],
  ['AP-Singapore', '亚太-新加坡'],
  ['LA-Mexico City2', '拉美-墨西哥城二'],
  ['North China 2 (Beijing)', '华北2（北京）'],
  ['East China 2 (Shanghai)', '华东2（上海）'],
  ['South China 1 (Guangzhou)', '华南1（广州）'],
  ['Asia Pacific SE (Johor)', '亚太东南（柔佛）'],
  ['Asia Pacific SE (Jakarta)', '亚太东南（雅加达）'],
  ['On-premise', '本地部署'],
]);

/** Returns a region's name in the reader's language; one from an imported contract keeps its name. */
export function regionWord(name: string): string {
  return (getLocale() === 'zh' ? inChinese.get(name) : undefined) ?? name;
}
