-- Days whose amounts always add up: as many as there can be, 2000 to 2100, come to less than the 26 digits that a sum has.

alter table rated_day add constraint rated_day_adds_up check (abs(amount) < 1e21) not valid;
