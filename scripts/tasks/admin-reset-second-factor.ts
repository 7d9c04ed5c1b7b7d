import "../admin-reset-second-factor.ts";
