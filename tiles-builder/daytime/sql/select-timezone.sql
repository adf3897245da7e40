-- One row where the engine knows a time zone.
SELECT time_zone FROM system.time_zones WHERE time_zone = {timezone:String}
